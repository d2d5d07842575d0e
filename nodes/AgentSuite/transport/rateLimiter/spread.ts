import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';

/**
 * When a request is far enough from the last one. A queue that keeps the minute full is spread over it, so that other processes find
 * gaps: the gap grows from 0 to an even one. Any other queue is sent at once. Without the spread, 30 reads beside a busy process take up to
 * 8 minutes instead of 2 to 4 (simulation.test.ts).
 * @param times when requests were sent, ascending
 * @param span of the minute, ms
 * @param ahead how many others go first
 */
export function spreadUntil(
	times: readonly number[],
	perMinute: number,
	span: number,
	ahead: number,
): number {
	const untilEven = MINUTES_UNTIL_EVEN * perMinute;
	const full = inFullMinutes(times, perMinute, span, untilEven);
	const gap = (span / perMinute) * (full / untilEven);
	return (times.at(-1) ?? -Infinity) + gap * (ahead + 1);
}

/** How many of the last, up to `most`, were sent as soon as the minute, which was full, had room for them, or a backoff later. */
function inFullMinutes(
	times: readonly number[],
	perMinute: number,
	span: number,
	most: number,
): number {
	let count = 0;
	for (let last = times.length - 1; count < most; last--, count++) {
		const hadRoomAt = (times[last - perMinute] ?? -Infinity) + span;
		if (!(times[last] <= hadRoomAt + LONGEST_BACKOFF_MS)) break;
	}
	return count;
}
