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
	// A planned read that came early counts from its plan, so that a day has no more reads than it has intervals. The first one
	// has no plan, and one that another trigger has made can come long before it. After these, the next comes no earlier than
	// after a full interval, so the time by which it can be early is added.
	const startsAt = wasPlanned ? Math.max(last.at, began) : began + JITTER_MS;
	return { at: startsAt + minIntervalMs, settings };
}
