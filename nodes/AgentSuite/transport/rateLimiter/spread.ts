import type { SentLog } from './sentLog';
import { LONG_AGO, WINDOWS } from './windows';

/** How much the gap between two requests grows, per time for which the minute is full. */
const GROWTH = 1 / 3000;
/** The minute is full if each slot is used again within this part of it. */
const FULL = 1 / 4;

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
	 * When the next request can be sent. The gap grows from minute to minute, until all are even.
	 * @param slots how many requests a full minute has, Infinity without a limit
	 */
	earliestAt(slots: number, now: number): number {
		const evenGap = this.windows.minute / slots;
		const grownGap = (now - this.fullSince) * GROWTH;
		return this.log.lastSent + Math.min(evenGap, grownGap);
	}

	/** A request is about to be added to the log. */
	noteSent(slots: number, now: number): void {
		const freeFor = now - this.log.freedAt(slots);
		if (freeFor > this.windows.minute * FULL) this.fullSince = now;
	}
}
