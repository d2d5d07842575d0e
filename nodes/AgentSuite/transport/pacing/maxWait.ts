/** What is used of the Max Wait of a request: by itself, or by the run, whichever is more. */

import type { Call } from '../call';
import type { Wait } from '../rateLimiter/types';
import { boundedWaits } from './waits';

/** What a request has waited. */
type Waiting = Pick<Call, 'waitedMs' | 'turns' | 'request'>;

export const usedMs = ({ waitedMs, turns }: Omit<Waiting, 'request'>): number =>
	Math.max(waitedMs, turns.waitedMs);

/**
 * Whether it allows to wait for so long. 0 allows no wait. Any other is exceeded after a whole second more, because Retry-After has
 * whole seconds too: if the requests of a burst get 429s moments apart, the last pause ends a little after the first.
 */
export function allowsWait(call: Waiting, ms: number): boolean {
	const { maxWaitMs } = call.request;
	return maxWaitMs > 0 && Math.floor((usedMs(call) + ms) / 1000) * 1000 <= maxWaitMs;
}

/** The request has waited so long. */
export function noteWait(call: Waiting, reason: Wait['reason'], ms: number): void {
	call.waitedMs += ms;
	if (boundedWaits[reason].holdsUpRun) call.turns.waitedMs += ms;
}
