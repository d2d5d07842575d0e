import type { PartValues } from '../table/rows';
import type { Told } from '../table/told';
import type { LaneName } from './lane';
import type { Pending } from './pending';

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** What an execution was given of a record. */
export interface Given {
	values: PartValues;
	/** What the workflow was told before, in case n8n could not start the execution. */
	toldBefore: Told;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	given: Map<Pending, Given>;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so that its records wait again. Its end still counts for a day. */
	isLate: boolean;
	/** Whether something had succeeded shortly before its start, so that the destination was not down. */
	startedAfterSuccess: boolean;
	/** The lane that it is a piece of. Undefined if fresh records are among them. */
	lane?: LaneName;
	/** Whether its records are sent again after a failure. If not, its start has told the workflow. */
	retries: boolean;
}
