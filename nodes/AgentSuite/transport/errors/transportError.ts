import { Problem, type FailureCause } from '../../model/problem';

/** The outcome of a request without a response. */
export interface TransportError {
	problem: Problem;
	/** `stopped`: the user pressed Stop in n8n. */
	kind: 'connection' | 'timeout' | 'stopped' | 'refused' | 'unreadable';
	/** Whether the service might have received the request. */
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

const mayHaveBeenDone = 'The request may still have been processed and charged.';

const connectionLost: Signature = {
	// Codes such as EHOSTUNREACH also occur before anything is sent. EPROTO is a handshake that failed.
	matches: /\b(?:read|write) E(?!PROTO)[A-Z]+|(?:bad record mac|BAD_RECORD_MAC)/,
	kind: 'connection',
	sent: 'maybe',
	cause: 'temporarily-unavailable',
	message: 'The connection to {host} was closed before the full response arrived',
	description: `${mayHaveBeenDone} Check before you retry.`,
};

/**
 * Matched in this order against the codes, names, and messages of the client's error and its causes.
 * Codes are from Node.js and axios. Texts are from n8n-workflow and n8n's network package.
 */
const signatures: Signature[] = [
	{
		matches: /ERR_CANCELED|AbortError|CanceledError|ManualExecutionCancelled/,
		kind: 'stopped',
		sent: 'maybe',
		message: 'The execution was canceled while a request was in progress',
		description: mayHaveBeenDone,
	},
	{
		matches: /SsrfBlocked|restricted IP address|blocked hostname/i,
		kind: 'refused',
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'n8n blocked the request to {host} to protect against server-side request forgery',
		description:
			'Check the base URL in the credential, or ask the administrator of your n8n instance to add the host to N8N_SSRF_ALLOWED_HOSTNAMES.',
	},
	{
		matches: /domain not allowed/i,
		kind: 'refused',
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'The credential does not allow requests to {host}',
		description:
			"Add {host} to 'Allowed Domains' in the credential, or set 'Allowed HTTP Request Domains' to All.",
	},
	{
		matches: /ECONNABORTED|timeout of \d+ ?ms exceeded|ESOCKETTIMEDOUT/i,
		kind: 'timeout',
		sent: 'maybe',
		cause: 'temporarily-unavailable',
		message: 'The service did not respond within {timeout} s',
		description: `${mayHaveBeenDone} Check before you retry{increase}.`,
	},
	{
		matches:
			/\bZ_(?:DATA|BUF)_ERROR|\bERR__ERROR_FORMAT|ERR_BROTLI|ZSTD|incorrect (?:header|data) check|Decompression failed/i,
		kind: 'unreadable',
		sent: 'maybe',
		cause: 'temporarily-unavailable',
		message: 'The response from {host} is compressed in a way that cannot be read',
		description: `Check whether a proxy between your n8n instance and {host} changes responses. ${mayHaveBeenDone}`,
	},
	connectionLost,
	{
		matches: /ENOTFOUND|EAI_AGAIN/,
		kind: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'The host {host} was not found',
		description:
			'Check the spelling of the base URL in the credential, and that your n8n instance can resolve host names.',
	},
	{
		matches: /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|connect ETIMEDOUT/,
		kind: 'connection',
		sent: 'no',
		cause: 'temporarily-unavailable',
		message: 'Could not connect to {host}',
		description:
			'Check the host and port of the base URL in the credential, and that your n8n instance can reach the service.',
	},
	{
		matches:
			/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO|SSL routines/i,
		kind: 'refused',
		sent: 'no',
		cause: 'configuration-invalid',
		message: 'Could not make a secure connection to {host}',
		description:
			'The TLS certificate is invalid, expired, self-signed, or issued for another host, or the port does not use HTTPS. Check the base URL, or renew the certificate. The token was not sent.',
	},
	{
		matches: /HPE_|Parse Error/,
		kind: 'connection',
		sent: 'maybe',
		cause: 'temporarily-unavailable',
		message: 'The response from {host} is not valid HTTP',
		description: `Check the host and port of the base URL in the credential. ${mayHaveBeenDone}`,
	},
];

/** Codes, names, and messages along the chain of causes. They are never kept. */
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
 * Reads the error of n8n's HTTP helper. No part of that error is kept, because it contains the request options
 * with the token.
 * @param timeoutMs timeout of the request
 * @param timeoutOption label of the option that sets it, if the user can change it
 */
export function readTransportError(
	error: unknown,
	url: string,
	timeoutMs: number,
	timeoutOption?: string,
): TransportError {
	const trace = traces(error);
	const { kind, sent, cause, message, description } =
		signatures.find(({ matches }) => matches.test(trace)) ?? connectionLost;
	const host = new URL(url).host;
	const increase = timeoutOption ? `, or increase '${timeoutOption}'` : '';
	const fill = (text: string) =>
		text
			.replaceAll('{host}', host)
			.replaceAll('{timeout}', String(timeoutMs / 1000))
			.replaceAll('{increase}', increase);
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
