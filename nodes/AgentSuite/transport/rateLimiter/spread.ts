import type { SentLog } from './sentLog';
import { FULL, SPREAD_RATE } from './tuning';
import { LONG_AGO, WINDOWS } from './windows';

/**
 * Spreads a queue that keeps the minute full over the minute, slowly, so that newcomers find gaps. Any other queue is sent in
 * bursts. Times are in ms.
 */
export class Spread {
	/** Since when each slot was used soon after it was free. */
	private fullSince = LONG_AGO;

	constructor(
		private readonly log: SentLog,
		private readonly windows = WINDOWS,
	) {}

	/**
	 * When the next request can be sent. The gap grows from minute to minute, until all are even. Who waits asks often, so this
	 * is also where it notes whether the minute is still full.
	 * @param slots how many requests a full minute has, Infinity without a limit
	 */
	earliestAt(slots: number, now: number): number {
		const freeFor = now - this.log.freedAt(slots);
		if (freeFor > this.windows.minute * FULL) this.fullSince = now;
		// Infinite without slots. The minute is never full then, so the grown gap is 0.
		const evenGap = this.windows.minute / slots;
		const grownGap = (now - this.fullSince) * SPREAD_RATE;
		return this.log.lastSent + Math.min(evenGap, grownGap);
	}
}
