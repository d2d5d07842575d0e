import { causesOf } from './causes';

/** How a request ends without a response that can be read. `canceled` is only n8n's Stop, of which `receive` knows. */
export type LossName =
	| 'canceled'
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
type KnownLoss = Exclude<LossName, 'canceled'>;

interface Signature {
	loss: KnownLoss;
	/** Codes of Node.js and axios, and names of errors. A message can begin with one too: "connect ECONNREFUSED". */
	code?: RegExp;
	/** Messages of n8n-workflow, n8n's network package, Node.js, and the proxy client that n8n uses. */
	message?: RegExp;
}

/** The first one that matches counts. Each only looks at a beginning: what follows can quote a host, such as zstd.example.com. */
const signatures: Signature[] = [
	{ loss: 'blocked', code: /^SsrfBlocked/, message: /^The request was blocked/ },
	// Codes such as EHOSTUNREACH also occur before anything is sent, and ECONNABORTED after a timeout.
	{ loss: 'closed', message: /^(?:read|write) E(?!PROTO)[A-Z]+/ },
	{ loss: 'timeout', code: /^ECONNABORTED/, message: /^timeout of \d+ ?ms exceeded/ },
	{
		loss: 'unreadable',
		code: /^(?:HPE_|Z_(?:DATA|BUF)_ERROR|ZSTD_|ERR__ERROR_)/,
		message: /^(?:Parse Error|incorrect (?:header|data) check|Decompression failed)/,
	},
	{ loss: 'unknownHost', code: /^(?:\w+ )?(?:ENOTFOUND|EAI_AGAIN)/, message: /^getaddrinfo / },
	{
		loss: 'unreachable',
		// Node.js makes an AggregateError, which has no message, of all addresses of a host to which it could not connect.
		code: /^(?:AggregateError|(?:\w+ )?(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL))/,
		message:
			/^(?:connect E|Client network socket disconnected before secure TLS|Proxy connection ended before|(?:No|Invalid) header (?:received )?from proxy)/,
	},
	// A certificate, or an alert that only a handshake has. What else is EPROTO or ERR_SSL can have come after the request: 'closed'.
	{
		loss: 'insecure',
		code: /^(?:UNABLE_TO_|(?:[A-Z\d/]+_)*CERT(?:_|IFICATE|$))/,
		message:
			/^(?:write EPROTO .*(?:wrong version|handshake|protocol|unrecognized name|certificate|unknown ca|packet length|access denied|insufficient security|inappropriate fallback|(?:missing|unsupported) extension)|unable to (?:get|verify) |(?:self[- ]signed )?certificate |Hostname\/IP does not match)/,
	},
	{
		loss: 'closed',
		code: /^(?:(?:\w+ )?(?:ECONNRESET|EPIPE|ETIMEDOUT|EPROTO)|ERR_(?:SSL|STREAM|HTTP2|CANCELED)|UND_ERR_SOCKET|AbortError|CanceledError)/i,
		message: /^(?:socket hang up|aborted|premature close)/i,
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
