/**
 * A queue that keeps the minute full is spread over it, so that other processes find gaps: it grows from bursts to an even distance. What
 * leaves more of the minute unused is sent at once. Without the spread, 30 reads beside a busy process take up to 8 minutes instead of 2
 * to 4 (simulation.test.ts).
 */

import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';
import type { Turn } from './types';

/**
 * How far the next request has to be from one that is sent now, as a part of an even distance. 0 if its minute is not full: it is sent later
 * than a longest backoff after the minute had room for it.
 * @param sent those before it, in order
 * @param span of the minute, ms
 */
export function evennessOf(
	sent: readonly Turn[],
	perMinute: number,
	span: number,
	now: number,
): number {
	const last = sent.at(-1);
	const makesRoom = sent.at(-perMinute);
	if (!last || !makesRoom) return 0;
	const isFull = now <= makesRoom.at + span + LONGEST_BACKOFF_MS;
	return isFull ? Math.min(1, last.evenness + 1 / (MINUTES_UNTIL_EVEN * perMinute)) : 0;
}
