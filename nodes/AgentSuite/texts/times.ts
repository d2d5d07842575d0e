const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A time that is further away is told with its date, ms. */
const NEAR_MS = 12 * HOUR_MS;

/** A time in the unit that a person would use, rounded up: "40 s", "35 min", "11 h". */
export function durationInWords(ms: number): string {
	if (ms <= 2 * MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
	return ms <= 2 * HOUR_MS ? `${Math.ceil(ms / MINUTE_MS)} min` : `${Math.ceil(ms / HOUR_MS)} h`;
}

/** "20:31 CET", or "24 Nov, 20:31 CET", rounded up. An error is read later, so it says when, not how long. @param now ms since 1970 */
export function timeOfDay(inMs: number, timeZone: string, now = Date.now()): string {
	const date = Math.ceil((now + inMs) / MINUTE_MS) * MINUTE_MS;
	const day = { day: 'numeric', month: 'short' } as const;
	const style = {
		timeZone,
		hour: '2-digit',
		minute: '2-digit',
		timeZoneName: 'short',
		...(inMs > NEAR_MS && day),
	} as const;
	try {
		return new Intl.DateTimeFormat('en-GB', style).format(date);
	} catch {
		// An imported workflow can name a time zone that there is not.
		return new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(date);
	}
}
