import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';
import type { SentRequest } from './types';

/**
 * When a request is far enough from the last one. A queue that keeps the minute full is spread over it, so that other processes find
 * gaps: the gap grows from 0 to an even one. What leaves more of the minute unused is sent at once. Without the spread, 30 reads beside a busy process take up to
 * 8 minutes instead of 2 to 4 (simulation.test.ts).
 * @param span of the minute, ms
 * @param full how many in a row were sent in full minutes (`inFullMinutes`)
 * @param ahead how many others go first
 */
export function spreadUntil(
	last: SentRequest,
	perMinute: number,
	span: number,
	full: number,
	ahead: number,
): number {
	const gap = (span / perMinute) * (full / (MINUTES_UNTIL_EVEN * perMinute));
	return last.at + gap * (ahead + 1);
}

/**
 * How many of the last, as far as the gap grows, were sent at most a longest backoff after the minute had room for them. It counts as
 * full then.
 * @param sent in order
 */
export function inFullMinutes(
	sent: readonly SentRequest[],
	perMinute: number,
	span: number,
): number {
	const most = MINUTES_UNTIL_EVEN * perMinute;
	let count = 0;
	// Those before have too few before them to fill a minute.
	for (let place = sent.length - 1; place >= perMinute && count < most; place--) {
		const hadRoomAt = sent[place - perMinute].at + span;
		const wasSentSoon = sent[place].at <= hadRoomAt + LONGEST_BACKOFF_MS;
		if (!wasSentSoon) break;
		count++;
	}
	return count;
}
