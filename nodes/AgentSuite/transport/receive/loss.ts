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

/**
 * Matched in this order against the codes, names, and messages of the client's error and its causes, each only at its beginning: what
 * follows can quote a host, such as zstd.example.com.
 * Codes are from Node.js and axios. Texts are from n8n-workflow, n8n's network package, and the proxy client that it uses.
 */
const signatures: Array<[RegExp, Exclude<LossName, 'canceled'>]> = [
	[/^(?:SsrfBlocked|The request was blocked)/, 'blocked'],
	// Codes such as EHOSTUNREACH also occur before anything is sent, and ECONNABORTED after a timeout.
	[/^(?:read|write) E(?!PROTO)[A-Z]+/, 'closed'],
	[/^(?:ECONNABORTED|timeout of \d+ ?ms exceeded)/, 'timeout'],
	[
		/^(?:HPE_|Parse Error|Z_(?:DATA|BUF)_ERROR|ZSTD_|ERR__ERROR_|incorrect (?:header|data) check|Decompression failed)/,
		'unreadable',
	],
	[/^(?:getaddrinfo |(?:\w+ )?(?:ENOTFOUND|EAI_AGAIN))/, 'unknownHost'],
	// Node.js makes an AggregateError, which has no message, of all addresses of a host to which it could not connect.
	[
		/^(?:AggregateError|connect E|(?:\w+ )?(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL))/,
		'unreachable',
	],
	[
		/^(?:Client network socket disconnected before secure TLS|Proxy connection ended before|(?:No|Invalid) header (?:received )?from proxy)/,
		'unreachable',
	],
	// A failed handshake, or a certificate. What else is EPROTO or ERR_SSL can have come after the request: 'closed'.
	[
		/^(?:write EPROTO .*(?:wrong version|handshake|protocol|unrecognized name|certificate|unknown ca|packet length)|UNABLE_TO_|unable to (?:get|verify) |(?:[A-Z\d/]+_)*CERT(?:_|IFICATE|$)|(?:self[- ]signed )?certificate |Hostname\/IP does not match)/,
		'insecure',
	],
	[
		/^(?:(?:\w+ )?(?:ECONNRESET|EPIPE|ETIMEDOUT|EPROTO)|ERR_(?:SSL|STREAM|HTTP2|CANCELED)|UND_ERR_SOCKET|AbortError|CanceledError|socket hang up|aborted|premature close)/i,
		'closed',
	],
];

/** Causes can form a ring. */
const MAX_CAUSES = 6;

/** An exception, and its causes from the outside to the inside. n8n and its HTTP client wrap errors. */
export function causesOf(error: unknown): unknown[] {
	const chain = [error];
	while (chain.length < MAX_CAUSES) {
		const { cause } = (chain.at(-1) ?? {}) as { cause?: unknown };
		if (typeof cause !== 'object' || cause === null) break;
		chain.push(cause);
	}
	return chain;
}

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
export function lossOf(error: unknown): Exclude<LossName, 'canceled'> | undefined {
	const parts = traces(error);
	return signatures.find(([signature]) => parts.some((part) => signature.test(part)))?.[1];
}
