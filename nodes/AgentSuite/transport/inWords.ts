const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A time in the unit that a person would use, rounded up: "40 s", "35 min", "11 h". */
export function inWords(ms: number): string {
	if (ms <= 2 * MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
	return ms <= 2 * HOUR_MS ? `${Math.ceil(ms / MINUTE_MS)} min` : `${Math.ceil(ms / HOUR_MS)} h`;
}
