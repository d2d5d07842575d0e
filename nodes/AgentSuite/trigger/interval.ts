/** When a trigger reads its list again. All times are of the steady clock, ms. */

/** How much earlier than the minimum interval the list can be read, ms. Timers are not exact. */
const JITTER_MS = 15_000;

/** The end of a minimum interval. */
export interface NextRead {
	at: number;
	/** The parameters and credential that it holds for. */
	settings: string;
}

/** Whether the list can be read now. It always can without a read before with the same settings. */
export const isReadDue = (next: NextRead | undefined, now: number): boolean =>
	next === undefined || now >= next.at - JITTER_MS;

/**
 * The interval after a read.
 * @param last the end of the interval before it, if any
 * @param began when the poll with the read has begun
 */
export function nextReadAfter(
	last: NextRead | undefined,
	began: number,
	minIntervalMs: number,
	settings: string,
): NextRead {
	const wasPlanned = last !== undefined && isReadDue(last, began);
	// A planned read counts from its plan, so that early timers do not add up. Others (the first, one made by another trigger)
	// count from now, with JITTER_MS added, because the next one can come that much early.
	const startsAt = wasPlanned ? Math.max(last.at, began) : began + JITTER_MS;
	return { at: startsAt + minIntervalMs, settings };
}
