/** A record on its way, and executions of the workflow. */

import type { IDataObject } from 'n8n-workflow';

import type { PartValues } from '../table/rows';
import type { Told } from '../table/told';

export const LANES = ['backlog', 'refused'] as const;
export type LaneName = (typeof LANES)[number];

/**
 * Where a record is, and when it goes:
 *
 * - `fresh`: found by the last list. It goes at once, with all others
 * - `lane`: goes in pieces, unless its last try was in this round. The lane is that of the refused ones if the table says so,
 *   otherwise the backlog
 * - `stopped`: a person has stopped its execution. It goes after an edit, a publication, or a restart
 * - an execution, whose end decides whether it has to be sent again. With retries off, only if n8n could not start it
 */
type Place = 'fresh' | 'lane' | 'stopped' | Execution;

/** A record on its way. One that the workflow was told, or that the last list has not found due, is none. */
export interface Pending {
	/** Its row in the table. */
	row: number;
	/** What it is returned as, in the state of the last list that has found it due. */
	item: IDataObject;
	place: Place;
	/** When it failed last without a smaller piece to try: in which round, and as a piece of which lane. */
	lastTry?: { round: number; lane?: LaneName };
}

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** What an execution was given of a record. */
export interface Given {
	values: PartValues;
	/** With retries off: what the workflow was told before, in case n8n could not start the execution. */
	undo?: Told;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** By row, also of records that are not on their way any more. */
	given: Map<number, Given>;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether something had succeeded between the last poll and its start, so that the destination was not down. */
	startedAfterSuccess: boolean;
	/** The lane that it is a piece of. Undefined if fresh records are among them. */
	lane?: LaneName;
	/** Whether its records are sent again after a failure. If not, its start has told the workflow. */
	retries: boolean;
}
