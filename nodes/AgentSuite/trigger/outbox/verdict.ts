import type { RecordsPerExecution } from '../../parameters/readTrigger';
import { hasFixedSize } from './lanes';

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

/**
 * What becomes of the records of an execution that has ended:
 *
 *     nextList    the next list says whether they are due
 *     inPlace     they go again, in their place
 *     held        they wait, behind all others (`Waits`)
 *     refused     the same, in the lane of those that the destination refuses
 *     stopped     they wait for a person (`Waits`)
 *
 * What was edited since the start stays in its place in each of the last three.
 */
export type Fate = 'nextList' | 'inPlace' | 'held' | 'refused' | 'stopped';

/** What the end of an execution means. */
export interface Verdict {
	/**
	 * What the workflow counts as told from then on: what the execution was given, what it counts as told by now, or with retries off, what
	 * it was told before.
	 */
	tells: 'given' | 'unchanged' | 'beforeStart';
	/** What becomes of its records. */
	records: Fate;
	/** What it shows of the destination: whether that takes records. */
	shows: 'success' | 'failure' | 'nothing';
}

/** @param hasOtherSucceeded whether another one has succeeded since the last poll before its start */
export const verdictOf = (started: Started, ending: Ending, hasOtherSucceeded: boolean): Verdict =>
	started.retries
		? withRetries(started, ending, hasOtherSucceeded)
		: withoutRetries(started, ending);

/**
 * The first line that fits. Its start has told the workflow, and what is in the queue has become due since:
 *
 *     its end                          tells         its records   shows
 *     could not start                  beforeStart   nextList      failure
 *     success in its lease             unchanged     inPlace       success
 *     any other                        unchanged     inPlace       nothing
 */
function withoutRetries({ isLate }: Started, ending: Ending): Verdict {
	if (ending === 'notStarted')
		return { tells: 'beforeStart', records: 'nextList', shows: 'failure' };
	const isSuccess = ending === 'succeeded' && !isLate;
	return { tells: 'unchanged', records: 'inPlace', shows: isSuccess ? 'success' : 'nothing' };
}

/**
 * The first line that fits. When its lease has ended, it has counted as failed:
 *
 *     its end                                         tells       its records   shows
 *     success                                         given       nextList      success
 *     any other, after its lease                      unchanged   inPlace       nothing
 *     stopped                                         unchanged   stopped       failure
 *     failed with one, while another has succeeded    unchanged   refused       failure
 *     any other, and a piece of it can be smaller     unchanged   inPlace       failure
 *     any other                                       unchanged   held          failure
 */
function withRetries(
	{ count, recordsPerExecution, isLate }: Started,
	ending: Ending,
	hasOtherSucceeded: boolean,
): Verdict {
	const tells = 'unchanged';
	const shows = 'failure';
	if (ending === 'succeeded') return { tells: 'given', records: 'nextList', shows: 'success' };
	if (isLate) return { tells, records: 'inPlace', shows: 'nothing' };
	if (ending === 'stopped') return { tells, records: 'stopped', shows };
	// The destination is not down.
	if (ending === 'failed' && count === 1 && hasOtherSucceeded)
		return { tells, records: 'refused', shows };
	const canBeSmaller = count > 1 && !hasFixedSize(recordsPerExecution);
	return { tells, records: canBeSmaller ? 'inPlace' : 'held', shows };
}
