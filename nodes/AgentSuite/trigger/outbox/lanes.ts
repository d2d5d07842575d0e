import type { RecordsPerExecution } from '../../parameters/readTrigger';
import { Lane } from './lane';

const MINUTE_MS = 60_000;

/** What is untried, what was tried, and of that, what is refused. In this order. */
export const LANES = ['untried', 'tried', 'refused'] as const;
export type LaneName = (typeof LANES)[number];

/** How records go. */
interface Mode {
	/** How many an execution of a lane has. Undefined: slow start. */
	sizes: Partial<Record<LaneName, number>>;
	/** Whether an execution waits for the last one of any lane. */
	isOneAtATime: boolean;
	/** Whether what has failed together goes together again. So a success of others does not end its wait. */
	isNeverSplit: boolean;
}

export const MODES: Record<RecordsPerExecution, Mode> = {
	automatic: { sizes: { untried: Infinity }, isOneAtATime: false, isNeverSplit: false },
	one: { sizes: { untried: 1, tried: 1, refused: 1 }, isOneAtATime: true, isNeverSplit: false },
	// Those that are refused would hold up each other.
	all: {
		sizes: { untried: Infinity, tried: Infinity, refused: 1 },
		isOneAtATime: true,
		isNeverSplit: true,
	},
};

/** How the records of an execution went. */
export interface Sent {
	lane: LaneName;
	recordsPerExecution: RecordsPerExecution;
	/** Number of its records at its start. */
	count: number;
}

const newLanes = (): Record<LaneName, Lane> => ({
	untried: new Lane({ triesAfterWait: 2, longestWaitMs: 0 }),
	// Two tries, because one can be of a record that the destination refuses.
	tried: new Lane({ triesAfterWait: 2, longestWaitMs: 55 * MINUTE_MS }),
	refused: new Lane({ triesAfterWait: 1, longestWaitMs: 175 * MINUTE_MS }),
});

/**
 * The lanes, and what each event means for them (`Lane`):
 *
 *     event                 the lane of the execution             other lanes
 *     a success             a success, and its piece can grow     untried: a success. Tried: the same, but not with *All*
 *     a late success        a success                             the same
 *     a failure             a failure                             tried: one record, after a failure of untried
 *     a poll                                                      each: a poll
 *     all goes again                                              each begins anew, so it waits for the next poll
 */
export class Lanes {
	private lanes = newLanes();
	private pollAt = -Infinity;
	private successAt?: number;

	/** How many records of a lane go next. 0 while it waits */
	sizeOf(lane: LaneName, recordsPerExecution: RecordsPerExecution): number {
		const { isWaiting, size } = this.lanes[lane];
		return isWaiting ? 0 : (MODES[recordsPerExecution].sizes[lane] ?? size);
	}

	/** A poll sends. @param idle those of which nothing is in progress, or could go */
	beginSending(now: number, idle: ReadonlySet<LaneName>): void {
		this.pollAt = now;
		for (const lane of LANES) this.lanes[lane].beginSending(now, idle.has(lane));
	}

	beginAnew(): void {
		this.lanes = newLanes();
	}

	/** When the last poll began to send. */
	get lastPollAt(): number {
		return this.pollAt;
	}

	/** Whether an execution has succeeded in its lease since. So the destination is not down. */
	hasSucceededSince(time: number): boolean {
		return this.successAt !== undefined && this.successAt >= time;
	}

	/** An execution has succeeded. @param isLate whether its lease has ended before */
	succeed({ lane, recordsPerExecution, count }: Sent, now: number, isLate: boolean): void {
		// What has failed since a late one has started is not refused by that.
		if (!isLate) this.successAt = now;
		this.lanes[lane].goOn();
		this.lanes.untried.goOn();
		if (!MODES[recordsPerExecution].isNeverSplit) this.lanes.tried.goOn();
		// A piece that took longer than its lease is too large.
		if (!isLate) this.lanes[lane].grow(count);
	}

	/** One has failed. */
	fail(lane: LaneName, now: number): void {
		this.lanes[lane].fail(now);
		if (lane === 'untried') this.lanes.tried.shrink();
	}
}
