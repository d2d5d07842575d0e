import { Problem, type FailureCause } from '../model/problem';

/** What became of a request that got no answer. */
export interface TransportError {
	problem: Problem;
	/** `stopped`: by the user, in n8n. */
	kind: 'connection' | 'timeout' | 'stopped' | 'refused' | 'unreadable';
	/** Whether the service may have got the request. */
	sent: 'no' | 'maybe';
}

interface Signature {
	matches: RegExp;
	kind: TransportError['kind'];
	sent: TransportError['sent'];
	cause?: FailureCause;
	message: string;
	description: string;
}

const mayHaveBeenDone = 'The call may have been carried out and charged.';

/**
 * Matched in this order against the error codes, names and messages of the client's error and its
 * causes. Codes are those of Node.js and axios; n8n's own texts are of n8n-workflow and its network
 * package.
 */
const signatures: Signature[] = [
	{
		matches: /ERR_CANCELED|AbortError|CanceledError|ManualExecutionCancelled/,
		kind: 'stopped',
		sent: 'maybe',
		message: 'The execution was canceled while a request was under way',
		description: mayHaveBeenDone,
	},
	{
		matches: /SsrfBlocked|restricted IP address|blocked hostname/i,
		kind: 'refused',
		sent: 'no',
		cause: 'configuration-invalid',
		message:
			'n8n blocked the request to {host}: its protection against server-side request forgery is on',
		description:
			'Ask the administrator of this n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES, or correct the base URL of the credential.',
	},
	{
		matches: /domain not allowed/i,
		kind: 'refused',
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'The credential does not allow requests to {host}',
		description:
			'Open the credential and add {host} to "Allowed Domains", or set "Allowed HTTP Request Domains" to All.',
	},
	{
		matches: /ECONNABORTED|timeout of \d+ ?ms exceeded|ESOCKETTIMEDOUT/i,
		kind: 'timeout',
		sent: 'maybe',
		cause: 'temporarily-unavailable',
		message: 'There was no answer within {timeout} s',
		description: `${mayHaveBeenDone} Check before you send it again; the option "Timeout" allows a longer wait.`,
	},
	{
		matches:
			/\bZ_(?:DATA|BUF)_ERROR|\bERR__ERROR_FORMAT|ERR_BROTLI|ZSTD|incorrect (?:header|data) check|Decompression failed/i,
		kind: 'unreadable',
		sent: 'maybe',
		message: 'The response from {host} is compressed in a way that cannot be read',
		description: `Check whether a proxy between your n8n instance and {host} changes responses. ${mayHaveBeenDone}`,
	},
	{
		matches: /ENOTFOUND|EAI_AGAIN/,
		kind: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'The host {host} cannot be found',
		description:
			'Check the base URL of the credential for typing errors, and that this n8n can resolve names on its network.',
	},
	{
		matches: /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|connect ETIMEDOUT/,
		kind: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'Nothing accepts connections at {host}',
		description:
			'Check host and port of the base URL in the credential, and that the service is up and reachable from this n8n.',
	},
	{
		matches:
			/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO|SSL routines/i,
		kind: 'refused',
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'No secure connection to {host} could be made',
		description:
			'Its TLS certificate is invalid, expired, self-signed or for another host, or the port does not speak HTTPS. Correct the base URL, or have the certificate mended. The token was not sent.',
	},
	{
		matches: /HPE_|Parse Error/,
		kind: 'connection',
		sent: 'maybe',
		message: 'What {host} sent is no HTTP answer',
		description: `Check host and port of the base URL in the credential. ${mayHaveBeenDone}`,
	},
];

const connectionLost: Signature = {
	matches: /(?:)/,
	kind: 'connection',
	sent: 'maybe',
	cause: 'temporarily-unavailable',
	message: 'The connection to {host} broke before the answer was complete',
	description: `${mayHaveBeenDone} Check before you send it again.`,
};

/** Codes, names and messages along the chain of causes; read only, never kept. */
function traces(error: unknown): string {
	const found: string[] = [];
	let current: unknown = error;
	for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth++) {
		const { code, name, message, cause } = current as Record<string, unknown>;
		found.push(String(code ?? ''), String(name ?? ''), String(message ?? ''));
		if (Array.isArray((current as { messages?: unknown }).messages)) {
			found.push(...(current as { messages: unknown[] }).messages.map(String));
		}
		current = cause;
	}
	return found.join('\n');
}

/**
 * Reads the error of n8n's HTTP helper. Nothing of that error is kept: it holds the request options,
 * and with them the token.
 * @param timeoutMs how long an answer was waited for
 */
export function readTransportError(error: unknown, url: string, timeoutMs: number): TransportError {
	const trace = traces(error);
	const { kind, sent, cause, message, description } =
		signatures.find(({ matches }) => matches.test(trace)) ?? connectionLost;
	const host = new URL(url).host;
	const fill = (text: string) =>
		text.replaceAll('{host}', host).replaceAll('{timeout}', String(timeoutMs / 1000));
	return {
		kind,
		sent,
		problem: new Problem({
			kind: 'connection',
			message: fill(message),
			description: fill(description),
			...(cause && { failure: { cause } }),
		}),
	};
}
