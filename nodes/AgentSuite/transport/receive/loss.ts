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
 * Each only looks at a beginning: what follows can quote a host, such as zstd.example.com. A message counts before a code, because it
 * says more: ECONNRESET also occurs with a message that says that no connection was made, EHOSTUNREACH and ECONNABORTED with one that
 * says that there was one ("read E…"). Apart from that, no two of different losses fit the same error, so their order does not matter.
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
			/^(?:write EPROTO .*(?:wrong version|handshake|protocol version|(?:unsupported|application) protocol|unrecognized name|certificate|unknown ca|access denied|insufficient security|inappropriate fallback|(?:missing|unsupported) extension)|unable to (?:get|verify) |(?:self[- ]signed )?certificate |Hostname\/IP does not match)/,
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
		code: /^(?:\w+ )?(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/,
		message:
			/^(?:connect E(?!NOTFOUND|AI_AGAIN)|Client network socket disconnected before secure TLS|Proxy connection ended before|(?:No|Invalid) header (?:received )?from proxy)/,
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
		// EPROTO and ERR_SSL can have come after the request, unless they say what only a handshake has (`insecure`).
		code: /^(?:(?:\w+ )?(?:ECONNRESET|EPIPE|ETIMEDOUT|EPROTO)|ERR_(?:SSL(?!.*CERT)|STREAM|HTTP2|CANCELED)|UND_ERR_SOCKET|AbortError|CanceledError)/i,
		message: /^(?:[Ss]ocket hang up|[Aa]borted|[Pp]remature close|(?:read|write) E(?!PROTO))/,
		examples: [
			'read ECONNRESET',
			'read ECONNABORTED',
			'write ENETUNREACH',
			'write EPROTO 80BC:error:0A000119:SSL routines:ssl3_get_record:decryption failed or bad record mac',
			'write EPROTO 80BC:error:0A0000CF:SSL routines:ssl_write_internal:protocol is shutdown',
			'write EPROTO 80BC:error:0A0000C6:SSL routines:ssl3_get_record:packet length too long',
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
const traces = (chain: unknown[]): string[] =>
	chain.flatMap((one) => {
		const { code, name, message, messages } = Object(one) as Record<string, unknown>;
		return [code, name, message, messages].flat().map((part) => String(part ?? ''));
	});

/**
 * What an error of n8n's HTTP helper means. No part of it is kept, because it contains the token. Undefined for one that is not
 * known.
 */
export function lossOf(error: unknown): KnownLoss | undefined {
	const chain = causesOf(error);
	// Node.js makes an AggregateError of all addresses of a host that it tried. Its own code is that of one of them.
	const several = chain.map((one) => (Object(one) as Partial<AggregateError>).errors);
	const errors = several.find((one) => Array.isArray(one) && one.length > 0);
	if (errors) {
		const [loss, ...others] = errors.map(lossOf);
		return others.every((other) => other === loss) ? loss : undefined;
	}
	const parts = traces(chain);
	const isIn = (beginning?: RegExp) => parts.some((part) => beginning?.test(part));
	const signature =
		signatures.find(({ message }) => isIn(message)) ?? signatures.find(({ code }) => isIn(code));
	return signature?.loss;
}
