import type { Operation } from '../../model/operation';
import { Problem, type FailureCause } from '../../model/problem';
import { MAX_RESPONSE_MB } from '../receive';
import type { Failure } from './failure';

interface Loss {
	/** Absent if another attempt would fail, too. */
	retry?: Failure['retry'];
	/** Whether the service might have received the request. */
	sent: 'no' | 'perhaps';
	cause?: FailureCause;
	/** With {host}, {timeout}, and {size}. */
	message: string;
	/** The same. For a request that was perhaps sent, what that means follows. */
	description: string;
}

/** How a request ends without a response that can be read. */
const losses = {
	stopped: {
		sent: 'perhaps',
		message: 'The execution was canceled while a request was in progress',
		description: '',
	},
	blocked: {
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'n8n blocked the request to {host} to protect against server-side request forgery',
		description:
			'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	domain: {
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'The credential does not allow requests to {host}',
		description:
			"Add {host} to 'Allowed Domains' in the credential, or set 'Allowed HTTP Request Domains' to All.",
	},
	timeout: {
		retry: 'timeout',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The service did not respond within {timeout} s',
		description: '',
	},
	tooLarge: {
		sent: 'perhaps',
		message: 'The response from {host} is larger than {size} MB',
		description:
			'Check that the base URL in the credential points to the API. n8n cannot process lists of this size.',
	},
	compressed: {
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The response from {host} is compressed in a way that cannot be read',
		description: 'Check whether a proxy between your n8n instance and {host} changes responses.',
	},
	closed: {
		retry: 'connection',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The connection to {host} was closed before the full response arrived',
		description: '',
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
	notHttp: {
		retry: 'connection',
		sent: 'perhaps',
		cause: 'temporarily-unavailable',
		message: 'The response from {host} is not valid HTTP',
		description: 'Check the host and port of the base URL in the credential.',
	},
} satisfies Record<string, Loss>;

export type LossName = keyof typeof losses;

/**
 * Matched in this order against the codes, names, and messages of the client's error and its causes.
 * Codes are from Node.js and axios. Texts are from n8n-workflow and n8n's network package.
 */
const signatures: Array<[RegExp, LossName]> = [
	[/ERR_CANCELED|AbortError|CanceledError|ManualExecutionCancelled/, 'stopped'],
	[/SsrfBlocked|restricted IP address|blocked hostname/i, 'blocked'],
	[/domain not allowed/i, 'domain'],
	[/ECONNABORTED|timeout of \d+ ?ms exceeded|ESOCKETTIMEDOUT/i, 'timeout'],
	[
		/\bZ_(?:DATA|BUF)_ERROR|\bERR__ERROR_FORMAT|ERR_BROTLI|ZSTD|incorrect (?:header|data) check|Decompression failed/i,
		'compressed',
	],
	// Codes such as EHOSTUNREACH also occur before anything is sent. EPROTO is a handshake that failed.
	[/\b(?:read|write) E(?!PROTO)[A-Z]+|(?:bad record mac|BAD_RECORD_MAC)/, 'closed'],
	[/ENOTFOUND|EAI_AGAIN/, 'unknownHost'],
	[/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|connect ETIMEDOUT/, 'unreachable'],
	[
		/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO|SSL routines/i,
		'insecure',
	],
	[/HPE_|Parse Error/, 'notHttp'],
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

/** What an error of n8n's HTTP helper means. No part of the error is kept, because it contains the token. */
export function lossOf(error: unknown): LossName {
	const trace = traces(error);
	return signatures.find(([signature]) => signature.test(trace))?.[1] ?? 'closed';
}

/** The request that got no response. */
interface LostRequest {
	operation: Pick<Operation, 'method' | 'idempotent'>;
	url: string;
	timeoutMs: number;
	/** Label of the option that sets the timeout, if the user can change it. */
	timeoutOption?: string;
}

/** What to do about a request that the service might have received. */
function doubt({ method, idempotent }: LostRequest['operation']): string {
	if (method === 'GET') return 'The request may still have been charged. Try again later.';
	const done = 'The request may still have been processed and charged.';
	return idempotent ? `${done} You can safely retry it.` : `${done} Check before you retry.`;
}

/** The failure of a request without a response. */
export function lostFailure(name: LossName, request: LostRequest): Failure {
	const { retry, sent, cause, message, description }: Loss = losses[name];
	const { operation, url, timeoutMs, timeoutOption } = request;
	const increase =
		name === 'timeout' && timeoutOption
			? `Increase '${timeoutOption}' if the service needs longer.`
			: '';
	const advice = [description, increase, sent === 'perhaps' ? doubt(operation) : ''];
	const host = new URL(url).host;
	const fill = (text: string) =>
		text
			.replaceAll('{host}', host)
			.replaceAll('{timeout}', String(timeoutMs / 1000))
			.replaceAll('{size}', String(MAX_RESPONSE_MB));
	return {
		retry,
		charged: sent,
		processed: sent,
		problem: new Problem({
			kind: 'connection',
			message: fill(message),
			description: fill(advice.filter(Boolean).join(' ')),
			inDoubt: sent === 'perhaps' && !operation.idempotent,
			...(cause && { failure: { cause } }),
		}),
	};
}
