import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';

/**
 * When the request that is behind `ahead` others can be sent, so that a queue that keeps the minute full is spread over it, and
 * other processes find gaps. Without it, 30 reads beside a busy process take up to 8 minutes instead of 2 to 4 (simulation.test.ts). The
 * gap between requests grows from 0 to an even one with each request in a row that was sent as soon as the minute had room, or a backoff
 * later. The first one that was not starts over at 0, so any other queue is sent at once.
 * @param times when requests were sent, ascending, ms
 * @param perMinute the limit, Infinity for none
 */
export function spreadAt(
	times: readonly number[],
	perMinute: number,
	minuteMs: number,
	ahead: number,
): number {
	const keepsFull = (index: number) => {
		// NaN, which is no time, before the minute was full for the first time.
		const hadRoomAt = times[index - perMinute] + minuteMs;
		return times[index] >= hadRoomAt && times[index] <= hadRoomAt + LONGEST_BACKOFF_MS;
	};
	const untilEven = MINUTES_UNTIL_EVEN * perMinute;
	let inARow = 0;
	while (inARow < untilEven && keepsFull(times.length - 1 - inARow)) inARow++;
	const gap = (minuteMs / perMinute) * (inARow / untilEven);
	return (times.at(-1) ?? -Infinity) + gap * (ahead + 1);
}
