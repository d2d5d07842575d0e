/**
 * A queue that keeps the minute full is spread over it, so that other processes find gaps: the gap grows from 0 to an even one. What leaves
 * more of the minute unused is sent at once. Without the spread, 30 reads beside a busy process take up to 8 minutes instead of 2 to 4
 * (simulation.test.ts).
 */

import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';
import type { SentRequest } from './types';

/**
 * How many requests, with the one that is sent now, were sent in full minutes one after the other. 0 if its minute is not full: it is sent
 * later than a longest backoff after the minute had room for it.
 * @param sent those before it, in order
 * @param span of the minute, ms
 */
export function fullInARow(
	sent: readonly SentRequest[],
	perMinute: number,
	span: number,
	now: number,
): number {
	const last = sent.at(-1);
	const makesRoom = sent.at(-perMinute);
	if (!last || !makesRoom) return 0;
	const isSentSoon = now <= makesRoom.at + span + LONGEST_BACKOFF_MS;
	return isSentSoon ? last.fullInARow + 1 : 0;
}

/**
 * How far the next request has to be from the last one, ms.
 * @param span of the minute, ms
 */
export function gapAfter(last: SentRequest, perMinute: number, span: number): number {
	const even = span / perMinute;
	return even * Math.min(1, last.fullInARow / (MINUTES_UNTIL_EVEN * perMinute));
}
