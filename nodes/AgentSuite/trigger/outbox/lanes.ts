import { Lane } from './lane';
import type { Verdict } from './verdict';

const MINUTE_MS = 60_000;

export const LANES = ['backlog', 'refused'] as const;
export type LaneName = (typeof LANES)[number];

/** How records go: all at once, for the first time, or as a piece of a lane. */
export type Way = 'atOnce' | LaneName;

const newLanes = (): Record<LaneName, Lane> => ({
	// Two tries, because one can be of a record that the destination refuses.
	backlog: new Lane({ triesAfterWait: 2, longestWaitMs: 55 * MINUTE_MS }),
	refused: new Lane({ triesAfterWait: 1, longestWaitMs: 175 * MINUTE_MS }),
});

/**
 * Both lanes, and what each event means for them:
 *
 *     event                                    the lane of the piece               the backlog
 *     an execution succeeds                                                        ten tries
 *     a piece counts as delivered              twice as many records, ten tries
 *     a piece counts as failed                 one record, and a try less
 *     what went at once counts as failed                                           one record
 *     with a fixed size, something is untried                                      its wait ends
 *     a publication, or *Emit Existing*        begins anew with the next poll      the same
 */
export class Lanes {
	private lanes = newLanes();
	private beginsAnew = false;

	/** See `Lane`. */
	pick<T>(lane: LaneName, ready: T[], size?: number): T[] {
		return this.lanes[lane].pick(ready, size);
	}

	/** At each poll. */
	beginPoll(now: number): void {
		if (this.beginsAnew) this.lanes = newLanes();
		this.beginsAnew = false;
		for (const lane of LANES) this.lanes[lane].beginPoll(now);
	}

	/** What ends until the next poll was sent before. */
	beginAnew(): void {
		this.beginsAnew = true;
	}

	noteUntried(): void {
		this.lanes.backlog.endWait();
	}

	noteSuccess(): void {
		this.lanes.backlog.succeed();
	}

	/** @param count the number of records of the execution @param left what can go in its lane */
	noteEnd(way: Way, counts: Verdict['counts'], count: number, left: number, now: number): void {
		if (counts === 'asDelivered' && way !== 'atOnce') this.lanes[way].succeed(count);
		if (counts !== 'asFailed') return;
		if (way === 'atOnce') this.lanes.backlog.shrink();
		else this.lanes[way].fail(now, left);
	}
}
