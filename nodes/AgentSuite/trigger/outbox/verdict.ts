import type { RecordsPerExecution } from '../../parameters/readTrigger';
import { hasFixedSize } from './lanes';

/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** The settings of the poll that starts an execution. */
export interface OutboxSettings {
	/** Whether its records are sent again if it fails. Otherwise, its start tells the workflow. */
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/** How an execution was started. */
export interface Started extends OutboxSettings {
	/** Number of its records. */
	count: number;
}

/** What else the verdict on an execution depends on. */
interface Circumstances {
	/** Whether its lease has ended before, so that it has counted as failed. */
	isLate: boolean;
	/** Whether another one has succeeded since the last poll before its start. */
	hasOtherSucceeded: boolean;
}

/** What the end of an execution means. */
export interface Verdict {
	/**
	 * What the workflow was told: what the execution was given, or with retries off, what it was told before the start. Absent: what it
	 * counts as told by now.
	 */
	told?: 'given' | 'beforeStart';
	/**
	 * What becomes of its records, unless they were edited since: their next phase, or they leave the queue until a list finds them due again.
	 * Absent: they stay as they are.
	 */
	records?: 'tried' | 'held' | 'stopped' | 'untilNextList';
	/** Whether its record is marked as refused, unless it was edited since. */
	isRefusal?: true;
	/** Whether it shows that the destination takes records. Absent: it shows nothing. */
	counts?: 'success' | 'failure';
}

/** The verdict on an execution: the first line that fits. */
export function verdictOf(
	{ retries, count, recordsPerExecution }: Started,
	ending: Ending,
	{ isLate, hasOtherSucceeded }: Circumstances,
): Verdict {
	if (!retries && ending === 'notStarted')
		return { told: 'beforeStart', records: 'untilNextList', counts: 'failure' };
	if (retries && ending === 'succeeded')
		return { told: 'given', records: 'untilNextList', counts: 'success' };
	// When its lease has ended, it has counted as failed.
	if (isLate) return {};
	// Its start has told the workflow. What is in the queue has become due since.
	if (!retries) return { records: 'tried', ...(ending === 'succeeded' && { counts: 'success' }) };
	if (ending === 'stopped') return { records: 'stopped', counts: 'failure' };
	// The destination is not down.
	if (ending === 'failed' && count === 1 && hasOtherSucceeded)
		return { records: 'held', isRefusal: true, counts: 'failure' };
	const canBeSmaller = count > 1 && !hasFixedSize(recordsPerExecution);
	return { records: canBeSmaller ? 'tried' : 'held', counts: 'failure' };
}
