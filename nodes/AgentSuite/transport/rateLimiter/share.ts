import type { Refusals } from './refusals';
import type { SentLog } from './sentLog';
import { NEVER, WINDOWS } from './windows';

/** After a 429 without Retry-After, minutes until the first probe. It triples with each 429 of the burst, up to one minute. */
const BACKOFF = 1 / 81;
/** A service that let at least this many requests through might use a token bucket, which fills steadily. */
const BUCKET_SLOTS = 12;
/** Then the first probe comes after this many minutes at most. */
const BUCKET_BACKOFF = 0.1;

/** With others, minutes between probes that are due in any case: at least, */
const SHARED_LEAST = 0.2;
/** plus this divided by our slots, because who has many probes often, */
const SHARED_PER_SLOT = 12;
/** at most, */
const SHARED_MOST = 1.5;
/** and without any slot. */
const SHARED_NONE = 0.5;

/** Probes that each success of a probe adds: with others, slowly. */
const GROWTH_SHARED = 1.1;
/** If the 429 might be a stray one, twice as many each time, so that it is soon forgotten. */
const GROWTH_ALONE = 2;
/** Minutes between added probes with others. After a possibly stray 429, a tenth of it for each 429 of the burst. */
const PACE = 1 / 600;
/** Within this part of a minute after a probe, requests ask again often, because it makes room if it succeeds. */
const PROBING = 1 / 30;
/** How often they ask again then, minutes. */
const PROBING_RECHECK = 1 / 1200;

/** Part of our slots to give up when one was taken, so that all processes end up with the same number. */
const GIVE_BACK = 0.2;

/** Minutes without a request after which others have taken our slots. */
const REST = 2;
/** Probes for a process that has rested. */
const PROBES_AFTER_REST = 4;

/** How far a full queue spreads out per minute and slot. Otherwise newcomers find no gap. */
const SPREAD_RATE = 1 / 3000;
/** A queue keeps the minute full if each slot is used again within this part of a minute. */
const FULL = 1 / 4;

/**
 * Our share of a token that others use too: the slots per minute that the service let through, plus probes for more. A slot
 * is room for one request in a minute. Times are in ms.
 */
export class Share {
	/** Undefined while only the limits apply. */
	slots?: number;
	/** Probes that successes have earned. They can be sent from `nextEarnedAt` on. */
	private earned = 0;
	private nextEarnedAt = NEVER;
	/** When one probe can be sent in any case. */
	private dueAt = NEVER;
	/** Also true if there was none yet. */
	private lastSucceeded = true;
	/** Since when the queue has kept the minute full. */
	private fullSince = NEVER;

	constructor(
		private readonly log: SentLog,
		private readonly refusals: Refusals,
		private readonly windows = WINDOWS,
		private readonly random = Math.random,
	) {}

	/** How far beyond our slots a request is that is behind `ahead` others. 0 or less is within them. */
	beyond(ahead: number, now: number): number {
		return this.slots === undefined ? 0 : this.log.used(now) + ahead + 1 - this.slots;
	}

	/** When a request beyond our slots can be sent: in the next slot, as an earned probe, or as the one that is due. */
	probeAt(beyond: number, ahead: number, now: number): number {
		const slotAt = this.slots ? this.log.opens('minute', this.slots, ahead, now) : Infinity;
		const earnedAt = beyond <= this.earned ? this.nextEarnedAt : Infinity;
		const dueAt = beyond === 1 ? this.dueAt : Math.max(this.dueAt, now + 1);
		return Math.min(slotAt, earnedAt, dueAt);
	}

	/** When the next request of a queue that keeps the minute full can be sent. Its gaps grow from minute to minute. */
	spreadAt(now: number): number {
		const { minute } = this.windows;
		const slots = this.slots ?? this.log.strictest('minute', now);
		if (now - this.log.freedAt(slots) > minute * FULL) this.fullSince = now;
		const gap = (now - this.fullSince) * SPREAD_RATE;
		return this.log.lastSent + Math.min(minute / slots, gap);
	}

	/** The time after which a waiting request has to ask again, although its slot opens later. */
	recheckAfter(ahead: number, now: number): number {
		const { minute } = this.windows;
		const isProbing = now < this.nextEarnedAt + minute * PROBING;
		return isProbing ? Math.max(minute * PROBING_RECHECK, ahead) : Infinity;
	}

	/** A probe takes one more slot. It is paid for by what successes have earned, unless one is due. */
	noteProbe(now: number): void {
		this.slots = (this.slots ?? 0) + 1;
		if (now < this.dueAt) {
			this.earned--;
		} else {
			this.lastSucceeded = false;
			this.dueAt = now + this.untilDue(now);
		}
		const part = this.refusals.isShared(now) ? 1 : Math.min(1, this.refusals.burst / 10);
		this.nextEarnedAt = now + this.windows.minute * PACE * part;
	}

	/** A request that was sent after the last 429 got through. */
	noteSuccess(isProbe: boolean, now: number): void {
		if (!isProbe) return;
		this.lastSucceeded = true;
		this.earned += this.refusals.isShared(now) ? GROWTH_SHARED : GROWTH_ALONE;
	}

	/** As many slots as the limits allow are no share any more, unless others are known. */
	capAt(limit: number, now: number): void {
		if (!this.slots || this.slots < limit) return;
		this.slots = this.refusals.isShared(now) ? limit : undefined;
	}

	/**
	 * The first 429: what got through in the last minute is our share. A later one takes a slot away, and some more to give
	 * back if it began a burst although we kept to our share.
	 */
	noteRefusal(isNewBurst: boolean, isProbe: boolean, now: number): void {
		this.earned = 0;
		if (this.slots === undefined) {
			this.slots = this.log.used(now);
			this.lastSucceeded = true;
			return;
		}
		this.slots = Math.max(0, this.slots - 1);
		if (isNewBurst && !isProbe) this.slots -= Math.floor(this.slots * GIVE_BACK);
	}

	/**
	 * When the next probe is due after a 429.
	 * @param resumesAt when requests can be sent again
	 * @param isNamed whether Retry-After names the time. Who has slots and shares the token leaves it to another one
	 */
	planProbe(resumesAt: number, isNamed: boolean, now: number): void {
		const isOurs = isNamed && (this.slots === 0 || !this.refusals.isShared(now));
		this.dueAt = isOurs ? resumesAt : resumesAt + this.untilDue(now);
	}

	/** After a rest, others have taken our slots, or there were never any others. */
	noteRest(now: number): void {
		if (this.slots === undefined) return;
		const lastActive = Math.max(this.log.lastSent, this.refusals.beganAt);
		if (now - lastActive <= REST * this.windows.minute) return;
		this.slots = this.refusals.isShared(now) ? 0 : undefined;
		this.earned = Math.max(this.earned, PROBES_AFTER_REST);
	}

	/** The time until a probe is due, at random if others probe too. */
	private untilDue(now: number): number {
		const { minute } = this.windows;
		const { slots = 0 } = this;
		if (this.refusals.isShared(now)) {
			const every = slots > 0 ? SHARED_LEAST + SHARED_PER_SLOT / slots : SHARED_NONE;
			return minute * Math.min(SHARED_MOST, every) * (0.5 + this.random());
		}
		if (!this.lastSucceeded) return minute;
		const most = slots >= BUCKET_SLOTS ? BUCKET_BACKOFF : 1;
		return minute * Math.min(most, BACKOFF * 3 ** this.refusals.burst);
	}
}
