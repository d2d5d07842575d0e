import type { Operation } from '../../model/operation';
import { Problem } from '../../model/problem';
import type { Outcome } from '../outcome';
import type { Request } from '../request';
import { losses, type Loss, type LossName } from './losses';
import { unexpectedProblem } from './unexpected';

/**
 * Matched in this order against the codes, names, and messages of the client's error and its causes.
 * Codes are from Node.js and axios. Texts are from n8n-workflow and n8n's network package.
 */
const signatures: Array<[RegExp, LossName]> = [
	[/ERR_CANCELED|AbortError|CanceledError|ManualExecutionCancelled/, 'stopped'],
	[/SsrfBlocked|restricted IP address|hostname is restricted/, 'blocked'],
	[/ECONNABORTED|timeout of \d+ ?ms exceeded/, 'timeout'],
	[
		/HPE_|Parse Error|\bZ_(?:DATA|BUF)_ERROR|ZSTD|incorrect (?:header|data) check|Decompression failed/i,
		'unreadable',
	],
	// Codes such as EHOSTUNREACH also occur before anything is sent. EPROTO is a handshake that failed.
	[/\b(?:read|write) E(?!PROTO)[A-Z]+|(?:bad record mac|BAD_RECORD_MAC)/, 'closed'],
	[/ENOTFOUND|EAI_AGAIN/, 'unknownHost'],
	// Node.js makes an AggregateError, which has no message, of all addresses of a host to which it could not connect.
	[
		/AggregateError|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|connect ETIMEDOUT/,
		'unreachable',
	],
	// A failed handshake is EPROTO, or about a certificate. Any other ERR_SSL is garbage in place of a response: 'closed'. A host
	// such as concert.example.com, which a message can quote, is neither.
	[/(?:\b|_)CERT(?:\b|_|IFICATE)|\scertificate(?![.-]?\w)|UNABLE_TO_VERIFY|EPROTO/, 'insecure'],
	[
		/ECONNRESET|EPIPE|ETIMEDOUT|ERR_SSL|socket hang up|aborted|premature close|ERR_STREAM_|ERR_HTTP2_|UND_ERR_SOCKET/i,
		'closed',
	],
];

/** Codes, names, and messages along the chain of causes. They are never kept. */
function traces(error: unknown): string {
	const found: string[] = [];
	let current: unknown = error;
	for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth++) {
		const { code, name, message, messages, cause } = current as Record<string, unknown>;
		found.push(...[code, name, message, messages].flat().map((part) => String(part ?? '')));
		current = cause;
	}
	return found.join('\n');
}

/** What an error of n8n's HTTP helper means, of which no part is kept, because it contains the token. Undefined for one that it does not know. */
export function lossOf(error: unknown): LossName | undefined {
	const trace = traces(error);
	return signatures.find(([signature]) => signature.test(trace))?.[1];
}

/** What to do about a request that the service might have received. */
function doubt({ effect }: Operation): string {
	if (effect === 'read') return 'The request may still have been charged. Try again later.';
	const done = 'The request may still have been processed and charged.';
	return effect === 'create'
		? `${done} Check before you retry.`
		: `${done} You can safely retry it.`;
}

/** What a request without a response that can be read came to. */
export function lostOutcome(name: LossName, request: Request): Outcome {
	const { retry, sent, cause, message, description }: Loss = losses[name];
	const { operation, url, timeoutMs, timeoutOption } = request;
	const advice = [description, sent === 'perhaps' && doubt(operation)];
	if (name === 'timeout' && timeoutOption) {
		advice.unshift(`Increase '${timeoutOption}' if the service needs longer.`);
	}
	return {
		retry,
		charged: sent,
		processed: sent,
		reply: sent === 'no' ? 'unsent' : 'passed',
		problem: new Problem({
			kind: 'connection',
			message: message
				.replace('{host}', new URL(url).host)
				.replace('{seconds}', `${timeoutMs / 1000}`),
			description: advice.filter(Boolean).join(' '),
			inDoubt: sent === 'perhaps' && operation.effect === 'create',
			...(cause && { failure: { cause } }),
		}),
	};
}

/** What a request came to that ended with an exception which nobody foresaw. It can have come after the request was sent. */
export function unforeseenOutcome(error: unknown, request: Request): Outcome {
	const problem = unexpectedProblem(error, request);
	return {
		charged: 'perhaps',
		processed: 'perhaps',
		reply: 'passed',
		problem: problem.with({
			description: `${doubt(request.operation)} ${problem.description}`,
			inDoubt: request.operation.effect === 'create',
		}),
	};
}
