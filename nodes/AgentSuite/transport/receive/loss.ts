/** How a request ends without a response that can be read. */
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
 * Matched in this order against the codes, names, and messages of the client's error and its causes.
 * Codes are from Node.js and axios. Texts are from n8n-workflow and n8n's network package.
 */
const signatures: Array<[RegExp, LossName]> = [
	[/ERR_CANCELED|AbortError|CanceledError|ManualExecutionCancelled/, 'canceled'],
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
		/AggregateError|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|connect ETIMEDOUT|before secure TLS connection was established/,
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
const traces = (error: unknown): string =>
	causesOf(error)
		.flatMap((one) => {
			const { code, name, message, messages } = Object(one) as Record<string, unknown>;
			return [code, name, message, messages].flat().map((part) => String(part ?? ''));
		})
		.join('\n');

/**
 * What an error of n8n's HTTP helper means. No part of it is kept, because it contains the token. Undefined for one that is not
 * known.
 */
export function lossOf(error: unknown): LossName | undefined {
	const trace = traces(error);
	return signatures.find(([signature]) => signature.test(trace))?.[1];
}
