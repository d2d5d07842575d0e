import { Probes } from './probes';
import type { Refusals } from './refusals';
import type { SentLog } from './sentLog';
import { Spread } from './spread';
import { WINDOWS } from './windows';

/*
 * Each number is followed by what the scenarios of simulation.test.ts show if only it is changed (medians of 40 runs).
 */

/**
 * Part of our slots to give up when one was taken, so that all processes end up with the same number. A latecomer gets 48 %. At
 * 0: 33 %.
 */
const GIVE_BACK = 0.2;

/** The slots after a 429 took one of them away. */
function slotsAfterRefusal(slots: number, wasTaken: boolean): number {
	const left = Math.max(0, slots - 1);
	return wasTaken ? left - Math.floor(left * GIVE_BACK) : left;
}

/**
 * Minutes without a request after which others have taken our slots. 30 reads every 15 minutes beside a busy process take 42 s.
 * At 20: 117 s.
 */
const REST = 2;

/** A 429, as a share sees it. */
interface Refusal {
	/** Whether it is the first of its burst. */
	isNewBurst: boolean;
	/** Whether the refused request was a probe. */
	isProbe: boolean;
	/** When requests can be sent again: now, or later because of a pause. */
	resumesAt: number;
}

/**
 * Our share of a token that others use too: the slots per minute that the service let through, plus probes for more. A slot
 * is room for one request in a minute. Times are in ms.
 *
 * - Without a share, only the limits apply. The first 429 begins one: what got through in the last minute are our slots.
 * - A request over them is a probe (`probes.ts`). It takes a new slot.
 * - A 429 takes a slot away, and some more if it was none of a probe, because then others took it.
 * - A queue that keeps the slots full spreads out (`spread.ts`).
 * - The share ends when it reaches the limits, or after a rest. If `Refusals` know of others, it stays at the limits, and
 *   after a rest begins again with no slot.
 */
export class Share {
	/** Undefined without a share. */
	slots?: number;
	private readonly probes: Probes;
	private readonly spread: Spread;

	constructor(
		private readonly log: SentLog,
		private readonly refusals: Refusals,
		private readonly windows = WINDOWS,
		random = Math.random,
	) {
		this.probes = new Probes(refusals, windows, random);
		this.spread = new Spread(log, windows);
	}

	/** By how many a request that is behind `ahead` others is over our slots. 0 or less is within them. */
	overBy(ahead: number, now: number): number {
		return this.slots === undefined ? 0 : this.log.used(now) + ahead + 1 - this.slots;
	}

	/** When a request over our slots can be sent: in the next slot, or as a probe before. */
	overOpensAt(overBy: number, ahead: number, now: number): number {
		const slotAt = this.slots ? this.log.opens('minute', this.slots, ahead, now) : Infinity;
		return Math.min(slotAt, this.probes.opensAt(overBy, now));
	}

	/** Notes whether the queue has kept the minute full until now. */
	noteFullness(now: number): void {
		this.spread.noteFullness(this.slotsToSpread(now), now);
	}

	/** When the next request of a queue that keeps the minute full can be sent. */
	spreadAt(now: number): number {
		return this.spread.opensAt(this.slotsToSpread(now), now);
	}

	/** The time after which a waiting request has to ask again, although its slot opens later. */
	recheckAfter(ahead: number, now: number): number {
		return this.probes.recheckAfter(ahead, now);
	}

	/** A probe was sent, which takes one more slot. */
	noteProbe(now: number): void {
		this.slots = (this.slots ?? 0) + 1;
		this.probes.noteSent(this.slots, now);
	}

	/** A probe was not sent after all. It stays used up: the next one comes a little later. */
	takeBackProbe(): void {
		if (this.slots !== undefined) this.slots = Math.max(0, this.slots - 1);
	}

	/** A probe that was sent after the last 429 got through. */
	noteProbeSuccess(now: number): void {
		this.probes.noteSuccess(now);
	}

	/** A share that has reached the limit says nothing more than that, so it ends. If others are known, it stays there. */
	capAt(limit: number, now: number): void {
		if (this.slots === undefined || this.slots < limit) return;
		this.slots = this.refusals.isShared(now) ? limit : undefined;
	}

	/** A 429 begins a share, or takes a slot of it away. It plans when the next free probe can be sent. */
	noteRefusal({ isNewBurst, isProbe, resumesAt }: Refusal, now: number): void {
		if (this.slots === undefined) {
			this.slots = this.log.used(now);
			this.probes.begin();
		} else {
			// A probe that fails only shows that there is no more. Any other 429 shows that somebody else took a slot of ours. The
			// rest of its burst shows that once more.
			this.slots = slotsAfterRefusal(this.slots, isNewBurst && !isProbe);
		}
		this.probes.noteRefusal(this.slots, resumesAt, now);
	}

	/** After a rest, others have taken our slots, or there were never any others. */
	noteRest(now: number): void {
		if (this.slots === undefined || !this.hasRested(now)) return;
		this.slots = this.refusals.isShared(now) ? 0 : undefined;
		this.probes.noteRest();
	}

	private hasRested(now: number): boolean {
		const lastActive = Math.max(this.log.lastSent, this.refusals.beganAt);
		return now - lastActive > REST * this.windows.minute;
	}

	/** How many requests a full minute has: our slots, or without a share what the limits allow. */
	private slotsToSpread(now: number): number {
		return this.slots ?? this.log.strictest('minute', now);
	}
}
