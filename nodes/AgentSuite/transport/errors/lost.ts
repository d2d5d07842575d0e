import type { Operation } from '../../model/operation';
import { Problem, type FailureCause } from '../../model/problem';
import type { Outcome } from '../outcome';
import type { Request } from '../request';
import { unexpectedProblem } from './unexpected';

/** Largest body that is read, after decompression: the text of a million leads. */
export const MAX_RESPONSE_MB = 256;

/**
 * Most objects and lists in a body, in millions: eight for each of a million leads. Empty ones take thirty times as much memory as
 * text, so without this bound 250 KB of compressed text could take 6 GB, which ends n8n.
 */
export const MAX_RESPONSE_MILLIONS = 8;

interface Loss {
	/** Absent if another attempt would fail too, or must not follow. */
	retry?: Outcome['retry'];
	/** Whether the service might have received the request. */
	sent: 'no' | 'perhaps';
	/** What n8n calls it. Undefined if none of its classes fits. */
	cause: FailureCause | undefined;
	/** With `{host}` and `{seconds}` (of the timeout). */
	message: string;
	description?: string;
}

const wrongApi =
	'Check that the base URL in the credential points to the API. n8n cannot process lists of this size.';

/** How a request ends without a response that can be read. */
const losses = {
	stopped: {
		sent: 'perhaps',
		cause: undefined,
		message: 'The execution was canceled while a request was in progress',
	},
	blocked: {
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'n8n blocked the request to {host} to protect against server-side request forgery',
		description:
			'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	timeout: {
		retry: 'timeout',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The service did not respond within {seconds} s',
	},
	tooLarge: {
		sent: 'perhaps',
		cause: undefined,
		message: `The response from {host} is larger than ${MAX_RESPONSE_MB} MB`,
		description: wrongApi,
	},
	tooMany: {
		sent: 'perhaps',
		cause: undefined,
		message: `The response from {host} contains more than ${MAX_RESPONSE_MILLIONS} million objects and lists`,
		description: wrongApi,
	},
	unreadable: {
		sent: 'perhaps',
		cause: 'configuration-invalid',
		message:
			'The response from {host} is not valid HTTP, or is compressed in a way that cannot be read',
		description:
			'Check the host and port of the base URL in the credential, and any proxy between your n8n instance and the service.',
	},
	closed: {
		retry: 'connection',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The connection to {host} was closed before the full response arrived',
	},
	unknownHost: {
		retry: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'The host {host} was not found',
		description:
			'Check the spelling of the base URL in the credential, and that your n8n instance can resolve host names.',
	},
	unreachable: {
		retry: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'Could not connect to {host}',
		description:
			'Check the host and port of the base URL in the credential, and that your n8n instance can reach the service.',
	},
	insecure: {
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'Could not make a secure connection to {host}',
		description:
			'The TLS certificate is invalid, expired, self-signed, or issued for another host, or the port does not use HTTPS. Check the base URL, or renew the certificate. The token was not sent.',
	},
} satisfies Record<string, Loss>;

export type LossName = keyof typeof losses;

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
		problem: problem.with({
			description: `${doubt(request.operation)} ${problem.description}`,
			inDoubt: request.operation.effect === 'create',
		}),
	};
}
