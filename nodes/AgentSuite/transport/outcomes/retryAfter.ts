/** A day, because no limit of the service lasts longer. */
const LONGEST_MS = 86_400_000;

/**
 * The wait that a Retry-After header asks for, in ms (RFC 9110, 10.2.3: seconds or an HTTP date). At most a day. 0 for a date in
 * the past, undefined for an invalid value.
 * @param now by the clock of the service, ms since the epoch
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let wait = NaN;
	if (/^\d+(?:\.\d+)?$/.test(text)) wait = Number(text) * 1000;
	else if (/:\d\d GMT$/.test(text)) wait = Math.max(0, Date.parse(text) - now);
	return Number.isNaN(wait) ? undefined : Math.ceil(Math.min(wait, LONGEST_MS));
}
