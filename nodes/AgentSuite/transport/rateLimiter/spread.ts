import { BACKOFF } from './congestion';
import { SPANS } from './spans';

/**
 * How many minutes in a row have to be full, until requests are sent evenly. With the default limits, the hour is full after ten, so
 * the gap grows to a third of an even one.
 */
const MINUTES_UNTIL_EVEN = 30;

/** How long after that is soon, ms. A queue that a backoff after a 429 has held up keeps the minute full all the same. */
const SOON_MS = BACKOFF.longestMs;

/**
 * When the request that is behind `ahead` others can be sent, so that a queue that keeps the minute full is spread over it, and
 * other processes find gaps. Without it, 30 reads beside a busy process take up to 8 minutes instead of 2 to 4 (simulation.test.ts). The
 * gap between requests grows from 0 to an even one with each request that was sent soon after the minute had room. The first one
 * that was not starts over at 0, so any other queue is sent at once.
 * @param times when requests were sent, ascending, ms
 */
export function spreadAt(
	times: readonly number[],
	perMinute: number,
	ahead: number,
	minuteMs = SPANS.minute,
): number {
	const isSoon = (index: number) => {
		if (index < perMinute) return false;
		const roomMs = times[index] - times[index - perMinute] - minuteMs;
		// Less than none is of a credential with a higher limit.
		return roomMs >= -1 && roomMs <= SOON_MS;
	};
	const untilEven = MINUTES_UNTIL_EVEN * perMinute;
	let inARow = 0;
	while (inARow < untilEven && isSoon(times.length - 1 - inARow)) inARow++;
	const gap = (minuteMs / perMinute) * (inARow / untilEven);
	return (times.at(-1) ?? -Infinity) + gap * (ahead + 1);
}
