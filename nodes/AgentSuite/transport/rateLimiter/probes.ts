import type { Refusals } from './refusals';
import {
	CLEAR_BURST,
	EARNED_ALONE,
	EARNED_BY_REST,
	EARNED_WITH_OTHERS,
	minutesAlone,
	minutesWithOthers,
	PACE,
	PROBING,
	PROBING_RECHECK,
} from './tuning';
import { LONG_AGO, WINDOWS } from './windows';

/**
 * When requests over our slots can be sent: an earned probe as long as any is left, and one free probe from time to time. An
 * earned probe is paid for by probes that got through before it. A free one by nothing, so that a share of nothing can grow too.
 * A 429 takes away what was earned. Times are in ms.
 *
 * Until the next free probe, in minutes (random: 0.5 to 1.5 of it):
 *
 * |                                | alone          | others are known                              |
 * | ------------------------------ | -------------- | --------------------------------------------- |
 * | after a free probe             | 1              | `minutesWithOthers`, random                   |
 * | after a 429                    | `minutesAlone` | `minutesWithOthers`, random                   |
 * | after the end of a 429's pause | 0              | `minutesWithOthers`, random. 0 with no slot   |
 *
 * Alone, it is 1 after a 429 too, if no probe has got through since the last free one was sent.
 */
export class Probes {
	/** Earned probes that are left. */
	private earned = 0;
	/** When the next earned probe can be sent. */
	private nextEarnedAt = LONG_AGO;
	/** When the next free probe can be sent. */
	private nextFreeAt = LONG_AGO;
	/** Whether no probe has got through (yet) since the last free one was sent. */
	private isFreeUnconfirmed = false;

	constructor(
		private readonly refusals: Refusals,
		private readonly windows = WINDOWS,
		private readonly random = Math.random,
	) {}

	/** When a probe can be sent. `overBy`: 1 for the first request over our slots, 2 for the one behind it, and so on. */
	earliestAt(overBy: number, now: number): number {
		const isEarned = overBy <= this.earned;
		// The free probe is for the first. Those behind it ask again 1 ms later, when it has been sent.
		const freeAt = overBy === 1 ? this.nextFreeAt : Math.max(this.nextFreeAt, now + 1);
		return Math.min(isEarned ? this.nextEarnedAt : Infinity, freeAt);
	}

	/** A probe was sent. A free one that is due goes first, which saves an earned one. @param slots ours, with its own */
	noteSent(slots: number, now: number): void {
		const isFree = now >= this.nextFreeAt;
		if (isFree) {
			this.isFreeUnconfirmed = true;
			this.nextFreeAt = now + this.untilFree(slots, now);
		} else {
			this.earned--;
		}
		this.nextEarnedAt = now + this.untilEarned(now);
	}

	/** A probe that was sent after the last 429 got through. */
	noteSuccess(now: number): void {
		this.isFreeUnconfirmed = false;
		this.earned += this.refusals.areOthersKnown(now) ? EARNED_WITH_OTHERS : EARNED_ALONE;
	}

	/** A share begins, so no free probe was sent for it. */
	noteShareBegan(): void {
		this.isFreeUnconfirmed = false;
	}

	/**
	 * After a 429, what was earned is lost, and the next free probe is planned.
	 * @param slots ours
	 * @param resumesAt when requests can be sent again: now, or later because of a pause
	 */
	noteRefusal(slots: number, resumesAt: number, now: number): void {
		this.earned = 0;
		// A process that has slots and knows of others leaves the first request after the pause to them.
		const letsOthersBegin = slots > 0 && this.refusals.areOthersKnown(now);
		const beginsAfterPause = resumesAt > now && !letsOthersBegin;
		this.nextFreeAt = beginsAfterPause ? resumesAt : resumesAt + this.untilFree(slots, now);
	}

	/** After a rest, a process begins with some that nothing has earned. */
	beginAfterRest(): void {
		this.earned = EARNED_BY_REST;
	}

	/** The time after which a request that waits behind `ahead` others has to ask again, because a probe might make room. */
	recheckAfter(ahead: number, now: number): number {
		const { minute } = this.windows;
		// Counted from soon after the last probe, of any kind, when an earned one could follow it.
		const isProbing = now < this.nextEarnedAt + minute * PROBING;
		// A long queue asks less often, by 1 ms for each request ahead, because each time costs the processor something.
		return isProbing ? Math.max(minute * PROBING_RECHECK, ahead) : Infinity;
	}

	/** The time between earned probes. After few 429s, which are more likely a stray one, they follow each other quickly. */
	private untilEarned(now: number): number {
		const { refusedInBurst } = this.refusals;
		const mightBeStray = !this.refusals.areOthersKnown(now);
		const slowdown = mightBeStray ? Math.min(1, refusedInBurst / CLEAR_BURST) : 1;
		return this.windows.minute * PACE * slowdown;
	}

	/** The time until a free probe. At random if others probe too, so that they do not probe together. */
	private untilFree(slots: number, now: number): number {
		const { minute } = this.windows;
		if (this.refusals.areOthersKnown(now))
			return minute * minutesWithOthers(slots) * (0.5 + this.random());
		// The last one has not shown that there is more, so the minute has to pass.
		if (this.isFreeUnconfirmed) return minute;
		return minute * minutesAlone(slots, this.refusals.refusedInBurst);
	}
}
