import { causesOf } from './causes';

/** How a request ends without a response that can be read. Both `canceled` are only n8n's Stop, of which `receive` knows. */
export type LossName =
	| 'canceled'
	| 'canceledBefore'
	| 'blocked'
	| 'timeout'
	| 'tooLarge'
	| 'tooMany'
	| 'unreadable'
	| 'closed'
	| 'unknownHost'
	| 'unreachable'
	| 'insecure';

/** One that an error can mean. */
type KnownLoss = Exclude<LossName, 'canceled' | 'canceledBefore'>;

interface Signature {
	loss: KnownLoss;
	/** Codes of Node.js and axios, and names of errors. A message can begin with one too: "connect ECONNREFUSED". */
	code?: RegExp;
	/** Messages of n8n-workflow, n8n's network package, Node.js, and the proxy client that n8n uses. */
	message?: RegExp;
	/** Codes and messages that are known. The test goes by them. */
	examples: string[];
}

/**
 * The first one that matches counts. Each only looks at a beginning: what follows can quote a host, such as zstd.example.com. The order
 * matters where one can be mistaken for another:
 *
 * - `insecure` is before `closed`: a certificate, or an alert that only a handshake has. What else is EPROTO or ERR_SSL can have come after
 *   the request.
 * - `read E…` and `write E…`, which are `closed`, are before the codes in them: EHOSTUNREACH also occurs before anything is sent, ECONNABORTED after a timeout.
 * - `unknownHost` is before `unreachable`, because of "connect ENOTFOUND".
 * - The codes of `closed` are after all others: ECONNRESET and ETIMEDOUT also occur with a message that says that no connection was made.
 */
export const signatures: Signature[] = [
	{
		loss: 'blocked',
		code: /^SsrfBlocked/,
		message: /^The request was blocked/,
		examples: ['SsrfBlockedIpError', 'The request was blocked: restricted IP address'],
	},
	{
		loss: 'insecure',
		code: /^(?:UNABLE_TO_|(?:[A-Z\d/]+_)*CERT(?:_|IFICATE|$))/,
		message:
			/^(?:write EPROTO .*(?:wrong version|handshake|protocol|unrecognized name|certificate|unknown ca|packet length|access denied|insufficient security|inappropriate fallback|(?:missing|unsupported) extension)|unable to (?:get|verify) |(?:self[- ]signed )?certificate |Hostname\/IP does not match)/,
		examples: [
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'CERT_HAS_EXPIRED',
			'ERR_TLS_CERT_ALTNAME_INVALID',
			'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED',
			'write EPROTO 80BC:error:0A000410:SSL routines:ssl3_read_bytes:ssl/tls alert handshake failure',
			'unable to verify the first certificate',
			'self-signed certificate in certificate chain',
			'certificate has expired',
			"Hostname/IP does not match certificate's altnames",
		],
	},
	{
		loss: 'closed',
		message: /^(?:read|write) E/,
		examples: ['read ECONNRESET', 'read ECONNABORTED', 'write ENETUNREACH'],
	},
	{
		loss: 'timeout',
		code: /^ECONNABORTED/,
		message: /^timeout of \d+ ?ms exceeded/,
		examples: ['ECONNABORTED', 'timeout of 1500ms exceeded'],
	},
	{
		loss: 'unreadable',
		code: /^(?:HPE_|Z_(?:DATA|BUF)_ERROR|ZSTD_|ERR__ERROR_)/,
		message: /^(?:Parse Error|incorrect (?:header|data) check|Decompression failed)/,
		examples: [
			'HPE_INVALID_CONSTANT',
			'Z_DATA_ERROR',
			'ZSTD_error_prefix_unknown',
			'ERR__ERROR_FORMAT_PADDING_1',
			'Parse Error: Expected HTTP/',
			'incorrect header check',
			'Decompression failed',
		],
	},
	{
		loss: 'unknownHost',
		code: /^(?:\w+ )?(?:ENOTFOUND|EAI_AGAIN)/,
		message: /^getaddrinfo /,
		examples: ['EAI_AGAIN', 'connect ENOTFOUND x', 'getaddrinfo ENOTFOUND api.example.com'],
	},
	{
		loss: 'unreachable',
		// Node.js makes an AggregateError, which has no message, of all addresses of a host to which it could not connect.
		code: /^(?:AggregateError|(?:\w+ )?(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL))/,
		message:
			/^(?:connect E|Client network socket disconnected before secure TLS|Proxy connection ended before|(?:No|Invalid) header (?:received )?from proxy)/,
		examples: [
			'EHOSTUNREACH',
			'connect ECONNREFUSED 192.0.2.1:443',
			'connect ETIMEDOUT 192.0.2.1:443',
			'Client network socket disconnected before secure TLS connection was established',
			'Proxy connection ended before receiving CONNECT response',
			'No header received from proxy CONNECT response',
			'Invalid header from proxy CONNECT response: "zstd"',
		],
	},
	{
		loss: 'closed',
		code: /^(?:(?:\w+ )?(?:ECONNRESET|EPIPE|ETIMEDOUT|EPROTO)|ERR_(?:SSL|STREAM|HTTP2|CANCELED)|UND_ERR_SOCKET|AbortError|CanceledError)/i,
		message: /^(?:socket hang up|aborted|premature close)/i,
		examples: [
			'ECONNRESET',
			'ERR_SSL_BAD_RECORD_TYPE',
			'ERR_STREAM_PREMATURE_CLOSE',
			'AbortError',
			'CanceledError: canceled',
			'socket hang up',
			'aborted',
			'Premature close',
		],
	},
];

/** Codes, names, and messages of an error and its causes. They are never kept. */
const traces = (error: unknown): string[] =>
	causesOf(error).flatMap((one) => {
		const { code, name, message, messages } = Object(one) as Record<string, unknown>;
		return [code, name, message, messages].flat().map((part) => String(part ?? ''));
	});

/**
 * What an error of n8n's HTTP helper means. No part of it is kept, because it contains the token. Undefined for one that is not
 * known.
 */
export function lossOf(error: unknown): KnownLoss | undefined {
	const parts = traces(error);
	const isIn = (beginning?: RegExp) => parts.some((part) => beginning?.test(part));
	return signatures.find(({ code, message }) => isIn(code) || isIn(message))?.loss;
}
