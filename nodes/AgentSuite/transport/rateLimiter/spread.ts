/**
 * A queue that keeps the minute full is spread over it, so that other processes find gaps: the gap grows from 0 to an even one. What leaves
 * more of the minute unused is sent at once. Without the spread, 30 reads beside a busy process take up to 8 minutes instead of 2 to 4
 * (simulation.test.ts).
 */

import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';
import type { SentRequest } from './types';

/** A request in the log. */
export interface LoggedRequest extends SentRequest {
	/** How many, with this one, were sent in full minutes one after the other. */
	readonly fullInARow: number;
}

/**
 * The place of a request among those sent in full minutes one after the other, from 1. 0 if its minute is not full: it is sent later than
 * a longest backoff after the minute had room for it.
 * @param last before it
 */
export function fullInARow(
	last: LoggedRequest | undefined,
	minuteHadRoomAt: number,
	now: number,
): number {
	const isSentSoon = now <= minuteHadRoomAt + LONGEST_BACKOFF_MS;
	return last && isSentSoon ? last.fullInARow + 1 : 0;
}

/**
 * How far the next request has to be from the last one, ms.
 * @param span of the minute, ms
 */
export function gapAfter(last: LoggedRequest, perMinute: number, span: number): number {
	const even = span / perMinute;
	return even * Math.min(1, last.fullInARow / (MINUTES_UNTIL_EVEN * perMinute));
}
