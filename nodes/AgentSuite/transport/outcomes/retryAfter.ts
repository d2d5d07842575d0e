/** A longer Retry-After is treated as invalid, ms. */
const MAX_RETRY_AFTER_MS = 366 * 86_400_000;

/**
 * The wait that a Retry-After header asks for, in ms (RFC 9110, 10.2.3: seconds or an HTTP date).
 * 0 for a date in the past, undefined for an invalid value.
 * @param now by the clock of the service, ms since the epoch
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let wait = NaN;
	if (/^\d+(?:\.\d+)?$/.test(text)) wait = Number(text) * 1000;
	else if (/:\d\d GMT$/.test(text)) wait = Math.max(0, Date.parse(text) - now);
	return wait <= MAX_RETRY_AFTER_MS ? Math.ceil(wait) : undefined;
}
