import type { CredentialLimits } from './credentialLimits';
import { Probes } from './probes';
import type { Refusals } from './refusals';
import type { SentLog } from './sentLog';
import { Spread } from './spread';
import { GIVE_BACK, REST } from './tuning';
import { WINDOWS } from './windows';

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
 * - Without a share, only the limits and the spread apply. The first 429 begins one: what got through in the last minute are
 *   our slots.
 * - A request over them is a probe (`Probes`). It takes a new slot.
 * - Each 429 takes a slot away. The first of a burst also takes GIVE_BACK of the rest, unless it refuses a probe: then others
 *   have a slot of ours.
 * - A queue that keeps the slots full spreads out (`Spread`).
 * - The share ends when it reaches the limits, or after a rest. If `Refusals` know of others, it stays at the limits, and
 *   after a rest begins again with no slot.
 */
export class Share {
	/** Undefined without a share. */
	private slots?: number;
	private readonly probes: Probes;
	private readonly spread: Spread;

	constructor(
		private readonly log: SentLog,
		private readonly limits: CredentialLimits,
		private readonly refusals: Refusals,
		private readonly windows = WINDOWS,
		random = Math.random,
	) {
		this.probes = new Probes(refusals, windows, random);
		this.spread = new Spread(log, windows);
	}

	/** Whether a request that is behind `ahead` others is over our slots, so that it is a probe if it is sent now. */
	isOver(ahead: number, now: number): boolean {
		return this.overBy(ahead, now) > 0;
	}

	/** When a request that is behind `ahead` others can be sent. */
	earliestAt(ahead: number, now: number): number {
		// How many requests a full minute has: our slots, or without a share what the limits allow.
		const inMinute = this.slots ?? this.limits.strictest('minute', now);
		const spreadAt = this.spread.earliestAt(inMinute, now);
		const overBy = this.overBy(ahead, now);
		if (overBy <= 0) return spreadAt;
		const slotAt = this.slots ? this.log.earliestAt('minute', this.slots, ahead, now) : Infinity;
		return Math.max(spreadAt, Math.min(slotAt, this.probes.earliestAt(overBy, now)));
	}

	/** The time after which a waiting request has to ask again, although its slot opens later. */
	recheckAfter(ahead: number, now: number): number {
		return this.probes.recheckAfter(ahead, now);
	}

	/** A probe was sent, which takes one more slot. */
	noteProbe(now: number): void {
		// Without a share there are no probes.
		if (this.slots === undefined) return;
		this.slots++;
		this.probes.noteSent(this.slots, now);
	}

	/** A probe was not sent after all. Its slot is given back. The probe stays used up, so the next one comes a little later. */
	takeBackProbe(): void {
		if (this.slots !== undefined) this.slots = Math.max(0, this.slots - 1);
	}

	/** A probe that was sent after the last 429 got through. */
	noteProbeSuccess(now: number): void {
		this.probes.noteSuccess(now);
	}

	/** A share that has reached the limit says nothing more than that, so it ends. If others are known, it stays there. */
	endAt(limit: number, now: number): void {
		if (this.slots === undefined || this.slots < limit) return;
		this.slots = this.refusals.areOthersKnown(now) ? limit : undefined;
	}

	/** A 429 begins a share, or takes a slot of it away. It plans when the next free probe can be sent. */
	noteRefusal({ isNewBurst, isProbe, resumesAt }: Refusal, now: number): void {
		if (this.slots === undefined) {
			this.slots = this.log.used(now);
			this.probes.noteShareBegan();
		} else {
			// Each 429 takes a slot, also if it refuses no probe: the slots that began the share include what was in flight then.
			const left = Math.max(0, this.slots - 1);
			const wasTaken = isNewBurst && !isProbe;
			this.slots = wasTaken ? left - Math.floor(left * GIVE_BACK) : left;
		}
		this.probes.noteRefusal(this.slots, resumesAt, now);
	}

	/** After a rest, others have taken our slots, or there were never any others. */
	endIfRested(now: number): void {
		if (this.slots === undefined || !this.hasRested(now)) return;
		this.slots = this.refusals.areOthersKnown(now) ? 0 : undefined;
		this.probes.beginAfterRest();
	}

	private hasRested(now: number): boolean {
		const lastActive = Math.max(this.log.lastSent, this.refusals.burstBeganAt);
		return now - lastActive > REST * this.windows.minute;
	}

	/** By how many a request that is behind `ahead` others is over our slots. 0 or less is within them. */
	private overBy(ahead: number, now: number): number {
		return this.slots === undefined ? 0 : this.log.used(now) + ahead + 1 - this.slots;
	}
}
