/*
 * The numbers of the share. All times are in minutes. Beside each stands what the scenarios of the simulation show, and what they
 * show if only this number is changed (medians of 40 runs). To see the effect of a change:
 * `npx tsx test/unit/transport/rateLimiter/simulationTable.ts`. What must hold in any case is in simulation.test.ts beside it.
 */

// Refusals

/**
 * A burst of 429s confirms an earlier one for this long. In the first minute of it, our own requests can still be in the way.
 * With Retry-After, 30 reads every 4 minutes beside a busy process take 23 s. At 5: 91 s.
 */
export const CONFIRMS_WITHIN = 2.5;

// Slots

/**
 * Part of our slots to give up when one was taken, so that all processes end up with the same number. A latecomer gets 48 %. At
 * 0: 33 %.
 */
export const GIVE_BACK = 0.2;
/**
 * Without a request for this long, others have taken our slots. With Retry-After, 30 reads every 15 minutes beside a busy
 * process take 22 s. At 20: 109 s. Of the requests of 16 processes, 11 % are refused. At 1: 50 %.
 */
export const REST = 2;

// Free probes

/**
 * The first free probe after a 429. Three times later with each further 429 of the burst, so that the fourth (3³ = 27) comes to
 * `AFTER_429_MOST`. One stray 429 costs 2 s. At 1: 6 s, or a minute with few slots.
 */
const AFTER_429 = 1 / 27;
/** At most. The longest wait is 62 s. At 2: 122 s. */
const AFTER_429_MOST = 1;
/**
 * A service that let at least this many requests through might use a token bucket, which fills steadily, so a minute without
 * a probe would waste most of what fills it. 100 reads with a bucket of 20 take 50 s. Without this rule: 183 s.
 */
const BUCKET_SLOTS = 12;
/** At most for such a service. The same 100 reads take 50 s. At 0.2: 57 s. */
const AFTER_429_BUCKET = 0.1;

/** Until a free probe after a 429, if no others are known. The more 429s the burst has, the less likely is a stray one. */
export function minutesAlone(slots: number, refusedInBurst: number): number {
	const most = slots >= BUCKET_SLOTS ? AFTER_429_BUCKET : AFTER_429_MOST;
	return Math.min(most, AFTER_429 * 3 ** (refusedInBurst - 1));
}

/** However many slots we have. Of the requests of two processes, 2.6 % are refused. At 0: 3.4 %. */
const WITH_OTHERS_LEAST = 0.2;
/** For one slot, divided by their number. Of the requests of 16 processes, 11 % are refused. At 0: 20 %. */
const WITH_OTHERS_PER_SLOT = 12;
/**
 * With few slots, so that a process finds places that others give up. 4 processes take at worst 1.4 of the least time. At 5: 2.1.
 * Of the requests of 16 processes, 11 % are refused. At 0.5: 18 %.
 */
const WITH_OTHERS_MOST = 1.5;
/** Without any slot, so that a newcomer begins soon. The longest wait is 62 s. At 1.5: 122 s. */
const WITH_OTHERS_NO_SLOT = 0.5;

/** Until a free probe, if others are known. Who has many slots probes often, which keeps the minute full. */
export function minutesWithOthers(slots: number): number {
	const minutes =
		slots > 0 ? WITH_OTHERS_LEAST + WITH_OTHERS_PER_SLOT / slots : WITH_OTHERS_NO_SLOT;
	return Math.min(WITH_OTHERS_MOST, minutes);
}

// Earned probes

/**
 * By each success, if the 429 might be a stray one: two, so that they double. It costs at worst 0.5 s more than its Retry-
 * After. At 1.1: 1.7 s.
 */
export const EARNED_ALONE = 2;
/**
 * By each success, slowly, because each place that we take is one of theirs. Of the requests of 16 processes, 11 % are
 * refused. At 2: 14 %.
 */
export const EARNED_WITH_OTHERS = 1.1;
/** By a process that has rested, so that it begins soon. At 0 or 8, the scenarios show next to no difference. */
export const EARNED_BY_REST = 4;
/**
 * Between two of them with others. After a possibly stray 429, a part of it for each 429 of the burst. Of the requests of
 * 4 processes, 5.9 % are refused. At 0: 8.4 %.
 */
export const PACE = 1 / 600;
/** A burst of this many 429s, or more, is no stray one. At 5 or 20, the scenarios show next to no difference. */
export const CLEAR_BURST = 10;
/**
 * Within this time after a probe, requests ask again often, because it makes room if it succeeds. With Retry-After, 30
 * reads every 4 minutes beside a busy process take 23 s. At 0: 73 s.
 */
export const PROBING = 1 / 30;
/** How often they ask again then: a twentieth of a second. */
export const PROBING_RECHECK = 1 / 1200;

// Spread

/**
 * How far a full queue spreads out per minute and slot. Otherwise newcomers find no gap: a latecomer gets 48 %. At 0: at most
 * 5 %.
 */
export const SPREAD_RATE = 1 / 3000;
/**
 * A queue keeps the minute full if each slot is used again within this time. Without it, no burst would go immediately. At 1/10,
 * 1/2, or 1, the scenarios show no difference.
 */
export const FULL = 1 / 4;
