import type { SentLog } from './sentLog';
import { NEVER, WINDOWS } from './windows';

/*
 * Each number is followed by what the scenarios of simulation.test.ts show if only it is changed (medians of 40 runs).
 */

/**
 * How far a full queue spreads out per minute and slot. Otherwise newcomers find no gap: a latecomer gets 48 %. At 0: at most
 * 5 %.
 */
const SPREAD_RATE = 1 / 3000;
/**
 * A queue keeps the minute full if each slot is used again within this part of a minute. 30 reads every 4 minutes beside a busy
 * process take 39 s. At 1: 50 s.
 */
const FULL = 1 / 4;

/**
 * Spreads a queue that keeps the minute full over the minute, slowly, so that newcomers find gaps. Any other queue is sent in
 * bursts. Times are in ms.
 */
export class Spread {
	/** Since when each slot was used soon after it was free. */
	private fullSince = NEVER;

	constructor(
		private readonly log: SentLog,
		private readonly windows = WINDOWS,
	) {}

	/** Notes whether the minute is still full. @param slots how many requests it has room for */
	noteFullness(slots: number, now: number): void {
		const freeFor = now - this.log.freedAt(slots);
		if (freeFor > this.windows.minute * FULL) this.fullSince = now;
	}

	/** When the next request can be sent. The gap grows from minute to minute, until all are even. */
	opensAt(slots: number, now: number): number {
		// Infinite without slots. `noteFullness` has noted this moment then, so the grown gap is 0.
		const evenGap = this.windows.minute / slots;
		const grownGap = (now - this.fullSince) * SPREAD_RATE;
		return this.log.lastSent + Math.min(evenGap, grownGap);
	}
}
