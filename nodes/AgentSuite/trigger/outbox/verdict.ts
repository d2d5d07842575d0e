import type { RecordsPerExecution } from '../../parameters/readTrigger';
import { hasFixedSize } from './lanes';
import type { Waits } from './queue';

/** How an execution ended, as far as n8n says. It is interrupted if n8n shuts down. */
export type Ending = 'succeeded' | 'failed' | 'interrupted' | 'stopped' | 'notStarted';

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
	/** Whether its lease has ended, so it has counted as failed, and its records can go again. Its end still counts. */
	isLate: boolean;
}

/** What the end of an execution means. */
export interface Verdict {
	/** What the workflow counts as told from then on: what the execution was given, what it counts as told by now, or with retries off, what it was told before. */
	tells: 'given' | 'unchanged' | 'beforeStart';
	/** What becomes of its records: the next list says whether they are due, they stay in their place, or wait last unless they were edited. */
	records: 'nextList' | 'inPlace' | Waits;
	/** Whether the destination refuses its only record. */
	refuses?: true;
	/** What it shows of the destination: whether that takes records. */
	shows: 'success' | 'failure' | 'nothing';
}

/**
 * The verdict on an execution, by the first line that fits. Any other end is that of one that has failed, was interrupted, or could not start:
 *
 *     retries   its end                              tells         its records                     shows
 *     off       could not start                      beforeStart   nextList                        failure
 *     on        success                              given         nextList                        success
 *     any       any other, after its lease           unchanged     inPlace                         nothing
 *     off       success                              unchanged     inPlace                         success
 *     off       any other                            unchanged     inPlace                         nothing
 *     on        stopped                              unchanged     stopped                         failure
 *     on        failed, with one record, while       unchanged     held, and refused               failure
 *               another has succeeded
 *     on        any other, and a piece of it can     unchanged     inPlace                         failure
 *               be smaller
 *     on        any other                            unchanged     held                            failure
 *
 * @param hasOtherSucceeded whether another one has succeeded since the last poll before its start
 */
export function verdictOf(
	{ retries, count, recordsPerExecution, isLate }: Started,
	ending: Ending,
	hasOtherSucceeded: boolean,
): Verdict {
	if (!retries && ending === 'notStarted')
		return { tells: 'beforeStart', records: 'nextList', shows: 'failure' };
	if (retries && ending === 'succeeded')
		return { tells: 'given', records: 'nextList', shows: 'success' };
	const tells = 'unchanged';
	// When its lease has ended, it has counted as failed.
	if (isLate) return { tells, records: 'inPlace', shows: 'nothing' };
	// Its start has told the workflow. What is in the queue has become due since.
	if (!retries)
		return { tells, records: 'inPlace', shows: ending === 'succeeded' ? 'success' : 'nothing' };
	const shows = 'failure';
	if (ending === 'stopped') return { tells, records: 'stopped', shows };
	// The destination is not down.
	if (ending === 'failed' && count === 1 && hasOtherSucceeded)
		return { tells, records: 'held', refuses: true, shows };
	const canBeSmaller = count > 1 && !hasFixedSize(recordsPerExecution);
	return { tells, records: canBeSmaller ? 'inPlace' : 'held', shows };
}
