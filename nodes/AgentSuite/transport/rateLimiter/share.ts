import type { Refusals } from './refusals';
import type { SentLog } from './sentLog';
import { NEVER, WINDOWS } from './windows';

/*
 * Each number is followed by what the scenarios of simulation.test.ts show if only it is changed (medians of 40 runs).
 */

/**
 * After a 429 without Retry-After, the first probe comes after three times this many minutes. The time triples with each further
 * 429 of the burst, up to one minute. One stray 429 costs 2 s. With a minute at first: 6 s, or a minute with few slots.
 */
const BACKOFF = 1 / 81;
/**
 * A service that let at least this many requests through might use a token bucket, which fills steadily, so a minute without
 * a probe would waste most of what fills it. 100 reads with a bucket of 20 take 50 s. Without this rule: 183 s.
 */
const BUCKET_SLOTS = 12;
/** Then the first probe comes after this many minutes at most. */
const BUCKET_BACKOFF = 0.1;

/*
 * With others, minutes between free probes: SHARED_LEAST + SHARED_PER_SLOT / slots, at most SHARED_MOST. Who has many slots
 * probes often, which keeps the minute full.
 */
/** However many slots we have. Of the requests of two processes, 2.6 % are refused. At 0: 3.4 %. */
const SHARED_LEAST = 0.2;
/** For one slot, divided by their number. Of the requests of 16 processes, 11 % are refused. At 0: 20 %. */
const SHARED_PER_SLOT = 12;
/**
 * With few slots, so that a process finds places that others give up. 4 processes take at worst 1.4 of the least time. At 5: 2.1.
 * Of the requests of 16 processes, 11 % are refused. At 0.5: 18 %.
 */
const SHARED_MOST = 1.5;
/** Without any slot, so that a newcomer begins soon. The longest wait is 62 s. At 1.5: 122 s. */
const SHARED_NONE = 0.5;

/**
 * Probes that each success of a probe adds: with others slowly, because each place that we take is one of theirs. Of the requests
 * of 16 processes, 11 % are refused. At 2: 14 %.
 */
const GROWTH_SHARED = 1.1;
/**
 * If the 429 might be a stray one, two, so that they double. It costs at worst 0.5 s more than its Retry-After. At 1.1: 1.7 s.
 */
const GROWTH_ALONE = 2;
/**
 * Minutes between added probes with others. After a possibly stray 429, a tenth of it for each 429 of the burst. Of the requests
 * of 4 processes, 5.9 % are refused. At 0: 8.4 %.
 */
const PACE = 1 / 600;
/**
 * Within this part of a minute after a probe, requests ask again often, because it makes room if it succeeds. 30 reads beside a
 * busy process take 39 s. Without this rule: 111 s.
 */
const PROBING = 1 / 30;
/** How often they ask again then, minutes: a twentieth of a second. */
const PROBING_RECHECK = 1 / 1200;

/**
 * Part of our slots to give up when one was taken, so that all processes end up with the same number. A latecomer gets 48 %. At
 * 0: 33 %.
 */
const GIVE_BACK = 0.2;

/**
 * Minutes without a request after which others have taken our slots. 30 reads every 15 minutes beside a busy process take 42 s.
 * At 20: 117 s.
 */
const REST = 2;
/** Probes for a process that has rested. Ten reads beside a process that is busy half of the time take 2 s. At 0: 3 s. */
const PROBES_AFTER_REST = 4;

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
 * Our share of a token that others use too: the slots per minute that the service let through, plus probes for more. A slot
 * is room for one request in a minute. Times are in ms.
 *
 * Its life: until a 429, there is no share, and only the limits apply. The first 429 makes what got through in the last minute
 * our slots. A request over them is a probe: it takes a new slot, and earns further probes if it gets through. From time to time
 * a probe is free, so that a share of nothing can grow too. A 429 takes a slot away, and some more if it was none of a
 * probe, because then others took it. If `Refusals` know of others, probes are few and at random times. The share ends when it
 * reaches the limits, or after a rest, unless others are known.
 */
export class Share {
	/** Undefined while only the limits apply. */
	slots?: number;
	/** Probes that successes have earned. They can be sent from `nextEarnedAt` on. */
	private earned = 0;
	private nextEarnedAt = NEVER;
	/** When one probe can be sent that no success has earned. */
	private freeProbeAt = NEVER;
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

	/** By how many a request that is behind `ahead` others is over our slots. 0 or less is within them. */
	overBy(ahead: number, now: number): number {
		return this.slots === undefined ? 0 : this.log.used(now) + ahead + 1 - this.slots;
	}

	/** When a request over our slots can be sent: in the next slot, as an earned probe, or as the free one. */
	probeAt(overBy: number, ahead: number, now: number): number {
		const slotAt = this.slots ? this.log.opens('minute', this.slots, ahead, now) : Infinity;
		const earnedAt = overBy <= this.earned ? this.nextEarnedAt : Infinity;
		// Only the first over our slots can be the free probe. Those behind it ask again after it was sent, in 1 ms at the earliest.
		const afterIt = now + 1;
		const freeAt = overBy === 1 ? this.freeProbeAt : Math.max(this.freeProbeAt, afterIt);
		return Math.min(slotAt, earnedAt, freeAt);
	}

	/** Notes whether the queue has kept the minute full until now: each slot was used soon after it was free. */
	noteFullness(now: number): void {
		const freeFor = now - this.log.freedAt(this.slotsToSpread(now));
		if (freeFor > this.windows.minute * FULL) this.fullSince = now;
	}

	/** When the next request of a queue that keeps the minute full can be sent. Its gaps grow from minute to minute. */
	spreadAt(now: number): number {
		const evenGap = this.windows.minute / this.slotsToSpread(now);
		const grownGap = (now - this.fullSince) * SPREAD_RATE;
		return this.log.lastSent + Math.min(evenGap, grownGap);
	}

	/** The time after which a waiting request has to ask again, although its slot opens later. */
	recheckAfter(ahead: number, now: number): number {
		const { minute } = this.windows;
		const isProbing = now < this.nextEarnedAt + minute * PROBING;
		// A long queue asks less often, by 1 ms for each request ahead, because each time costs the processor something.
		return isProbing ? Math.max(minute * PROBING_RECHECK, ahead) : Infinity;
	}

	/** A probe takes one more slot. It is paid for by what successes have earned, unless it is the free one. */
	noteProbe(now: number): void {
		this.slots = (this.slots ?? 0) + 1;
		if (now < this.freeProbeAt) {
			this.earned--;
		} else {
			this.lastSucceeded = false;
			this.freeProbeAt = now + this.untilFreeProbe(now);
		}
		// A burst of few 429s is more likely a stray one, so that its probes can follow each other quickly.
		const slowdown = this.refusals.isShared(now) ? 1 : Math.min(1, this.refusals.burst / 10);
		this.nextEarnedAt = now + this.windows.minute * PACE * slowdown;
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
		// A probe that fails only shows that there is no more. Any other 429 shows that somebody else took a slot of ours.
		if (isNewBurst && !isProbe) this.slots -= Math.floor(this.slots * GIVE_BACK);
	}

	/**
	 * When the next free probe can be sent after a 429.
	 * @param resumesAt when requests can be sent again
	 * @param isNamed whether Retry-After names the time. Who has slots and shares the token leaves it to another one
	 */
	planProbe(resumesAt: number, isNamed: boolean, now: number): void {
		const isOurs = isNamed && (this.slots === 0 || !this.refusals.isShared(now));
		this.freeProbeAt = isOurs ? resumesAt : resumesAt + this.untilFreeProbe(now);
	}

	/** After a rest, others have taken our slots, or there were never any others. */
	noteRest(now: number): void {
		if (this.slots === undefined) return;
		const lastActive = Math.max(this.log.lastSent, this.refusals.beganAt);
		if (now - lastActive <= REST * this.windows.minute) return;
		this.slots = this.refusals.isShared(now) ? 0 : undefined;
		this.earned = Math.max(this.earned, PROBES_AFTER_REST);
	}

	private slotsToSpread(now: number): number {
		return this.slots ?? this.log.strictest('minute', now);
	}

	/** The time until a free probe, at random if others probe too, so that they do not probe together. */
	private untilFreeProbe(now: number): number {
		const { minute } = this.windows;
		const { slots = 0 } = this;
		if (this.refusals.isShared(now)) {
			const every = slots > 0 ? SHARED_LEAST + SHARED_PER_SLOT / slots : SHARED_NONE;
			return minute * Math.min(SHARED_MOST, every) * (0.5 + this.random());
		}
		// The last free probe has not got through (yet), so the minute has to pass.
		if (!this.lastSucceeded) return minute;
		// The more 429s the burst has, the less likely is a stray one, so the wait triples with each.
		const most = slots >= BUCKET_SLOTS ? BUCKET_BACKOFF : 1;
		return minute * Math.min(most, BACKOFF * 3 ** this.refusals.burst);
	}
}
