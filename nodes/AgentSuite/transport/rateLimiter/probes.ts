import type { Refusals } from './refusals';
import { NEVER, WINDOWS } from './windows';

/*
 * Each number is followed by what the scenarios of simulation.test.ts show if only it is changed (medians of 40 runs).
 */

/**
 * What a request that is sent over our slots counts as. An earned probe is paid for by probes that got through before it. A
 * free one by nothing, so that a share of nothing can grow too.
 */
type Probe = 'earned' | 'free';

/**
 * Minutes until the first free probe after a 429 without Retry-After. The time triples with each further 429 of the burst, up to
 * one minute. One stray 429 costs 2 s. With a minute at first: 6 s, or a minute with few slots.
 */
const FIRST_WAIT = 1 / 27;
/**
 * A service that let at least this many requests through might use a token bucket, which fills steadily, so a minute without
 * a probe would waste most of what fills it. 100 reads with a bucket of 20 take 50 s. Without this rule: 183 s.
 */
const BUCKET_SLOTS = 12;
/** Then the first free probe comes after this many minutes at most. */
const BUCKET_WAIT = 0.1;

/** Minutes until a free probe, alone. The more 429s the burst has, the less likely is a stray one. */
function minutesAlone(slots: number, burst: number): number {
	const most = slots >= BUCKET_SLOTS ? BUCKET_WAIT : 1;
	return Math.min(most, FIRST_WAIT * 3 ** (burst - 1));
}

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

/** Minutes until a free probe, with others. Who has many slots probes often, which keeps the minute full. */
function minutesShared(slots: number): number {
	const minutes = slots > 0 ? SHARED_LEAST + SHARED_PER_SLOT / slots : SHARED_NONE;
	return Math.min(SHARED_MOST, minutes);
}

/**
 * Probes that each success of a probe earns: with others slowly, because each place that we take is one of theirs. Of the
 * requests of 16 processes, 11 % are refused. At 2: 14 %.
 */
const EARNED_SHARED = 1.1;
/**
 * If the 429 might be a stray one, two, so that they double. It costs at worst 0.5 s more than its Retry-After. At 1.1: 1.7 s.
 */
const EARNED_ALONE = 2;
/** Probes for a process that has rested. Ten reads beside a process that is busy half of the time take 2 s. At 0: 3 s. */
const EARNED_BY_REST = 4;

/**
 * Minutes between earned probes with others. After a possibly stray 429, a part of it for each 429 of the burst. Of the requests
 * of 4 processes, 5.9 % are refused. At 0: 8.4 %.
 */
const PACE = 1 / 600;
/** A burst of this many 429s, or more, is no stray one. */
const CLEAR_BURST = 10;

/**
 * Within this part of a minute after a probe, requests ask again often, because it makes room if it succeeds. 30 reads beside a
 * busy process take 39 s. Without this rule: 111 s.
 */
const PROBING = 1 / 30;
/** How often they ask again then, minutes: a twentieth of a second. */
const PROBING_RECHECK = 1 / 1200;

/**
 * When requests over our slots can be sent: an earned probe as long as any is left, and one free probe from time to time. A 429
 * takes away what was earned. Times are in ms.
 */
export class Probes {
	/** Earned probes that are left. */
	private earned = 0;
	/** When the next earned probe can be sent. */
	private nextEarnedAt = NEVER;
	/** When the next free probe can be sent. */
	private nextFreeAt = NEVER;
	/** Whether no probe has got through (yet) since the last free one was sent. */
	private isFreeUnconfirmed = false;

	constructor(
		private readonly refusals: Refusals,
		private readonly windows = WINDOWS,
		private readonly random = Math.random,
	) {}

	/** When a probe can be sent. `overBy`: 1 for the first request over our slots, 2 for the one behind it, and so on. */
	opensAt(overBy: number, now: number): number {
		const isEarned = overBy <= this.earned;
		return Math.min(isEarned ? this.nextEarnedAt : Infinity, this.freeOpensAt(overBy, now));
	}

	/** A probe was sent. @param slots ours, with its own */
	noteSent(slots: number, now: number): void {
		if (this.kindAt(now) === 'earned') {
			this.earned--;
		} else {
			this.isFreeUnconfirmed = true;
			this.nextFreeAt = now + this.untilFree(slots, now);
		}
		this.nextEarnedAt = now + this.untilEarned(now);
	}

	/** A probe that was sent after the last 429 got through. */
	noteSuccess(now: number): void {
		this.isFreeUnconfirmed = false;
		this.earned += this.refusals.isShared(now) ? EARNED_SHARED : EARNED_ALONE;
	}

	/** A share begins, so no free probe was sent for it. */
	begin(): void {
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
		const letsOthersBegin = slots > 0 && this.refusals.isShared(now);
		const beginsAtOnce = resumesAt > now && !letsOthersBegin;
		this.nextFreeAt = beginsAtOnce ? resumesAt : resumesAt + this.untilFree(slots, now);
	}

	/** After a rest, a process begins with some that nothing has earned. */
	noteRest(): void {
		this.earned = Math.max(this.earned, EARNED_BY_REST);
	}

	/** The time after which a request that waits behind `ahead` others has to ask again, because a probe might make room. */
	recheckAfter(ahead: number, now: number): number {
		const { minute } = this.windows;
		// Counted from soon after the last probe, of any kind, when an earned one could follow it.
		const isProbing = now < this.nextEarnedAt + minute * PROBING;
		// A long queue asks less often, by 1 ms for each request ahead, because each time costs the processor something.
		return isProbing ? Math.max(minute * PROBING_RECHECK, ahead) : Infinity;
	}

	/** What a probe that is sent now counts as. A free one that is due goes first, which saves an earned one. */
	private kindAt(now: number): Probe {
		return now >= this.nextFreeAt ? 'free' : 'earned';
	}

	/** Only the first over our slots can be the free probe. Those behind it ask again in 1 ms at the earliest, after it was sent. */
	private freeOpensAt(overBy: number, now: number): number {
		const isFirst = overBy === 1;
		return isFirst ? this.nextFreeAt : Math.max(this.nextFreeAt, now + 1);
	}

	/** The time between earned probes. After few 429s, which are more likely a stray one, they follow each other quickly. */
	private untilEarned(now: number): number {
		const { burst } = this.refusals;
		const slowdown = this.refusals.isShared(now) ? 1 : Math.min(1, burst / CLEAR_BURST);
		return this.windows.minute * PACE * slowdown;
	}

	/** The time until a free probe. At random if others probe too, so that they do not probe together. */
	private untilFree(slots: number, now: number): number {
		const { minute } = this.windows;
		if (this.refusals.isShared(now)) return minute * minutesShared(slots) * (0.5 + this.random());
		// The last one has not shown that there is more, so the minute has to pass.
		return minute * (this.isFreeUnconfirmed ? 1 : minutesAlone(slots, this.refusals.burst));
	}
}
