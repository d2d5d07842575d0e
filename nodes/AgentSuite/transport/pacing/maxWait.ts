/**
 * What is used of the Max Wait of a request, by two clocks. The one that shows more counts:
 *
 *     clock                              counts                                   starts over
 *     of the request (`Call.waitedMs`)   its waits of which the end is known      never
 *     of the account in the run          those that hold up all its requests,     once a response shows that the service works
 *     (`AccountWaits.waitedMs`)          of all of them
 *
 * Nothing counts or bounds the delay of a retry, nor a wait for others (`waits.ts`).
 */

import type { Call } from '../call';
import type { Wait } from '../rateLimiter/types';
import { waits } from './waits';

export const usedMs = ({ waitedMs, waits }: Call): number => Math.max(waitedMs, waits.waitedMs);

/**
 * Whether it allows to wait for so long. 0 allows no wait. Any other is exceeded after a whole second more, because Retry-After has
 * whole seconds too: if the requests of a burst get 429s moments apart, the last pause ends a little after the first.
 */
export function allowsWait(call: Call, ms: number): boolean {
	const { maxWaitMs } = call.request;
	return maxWaitMs > 0 && Math.floor((usedMs(call) + ms) / 1000) * 1000 <= maxWaitMs;
}

/** The request has waited so long. */
export function noteWait(call: Call, reason: Wait['reason'], ms: number): void {
	call.waitedMs += ms;
	if (waits[reason].holdsUpRun) call.waits.waitedMs += ms;
}
