import type { RecordsPerExecution } from '../../parameters/readTrigger';
import { hasFixedSize, type LaneName } from './lanes';

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
	lane: LaneName;
	/** Number of its records. */
	count: number;
}

/** What has happened since. */
interface Since {
	/** Whether its lease has ended, so it has counted as failed, and its records can go again. Its end still counts. */
	isLate: boolean;
	/** Whether another one has succeeded since the last poll before its start. */
	hasOtherSucceeded: boolean;
}

/**
 * What becomes of the records of an execution that has ended:
 *
 *     nextList      the next list says whether they are due
 *     unaffected    they are what they were without it: told, or due again since its lease has ended
 *     inPieces      they go again, in their place
 *     held          they are parked, behind all others (`Parked`)
 *     refused       the same, in the lane of those that the destination refuses
 *     stopped       they are parked until a person acts (`Parked`)
 *
 * What was edited since the start stays in its place in each of the last three.
 */
export type Fate = 'nextList' | 'unaffected' | 'inPieces' | 'held' | 'refused' | 'stopped';

/**
 * What the end of an execution tells the workflow:
 *
 *     given          what the execution was given
 *     perhaps        perhaps that, as since its start
 *     unchanged      no more than its start did
 *     beforeStart    less: what it was told before
 */
export type Tells = 'given' | 'perhaps' | 'unchanged' | 'beforeStart';

/** What the end of an execution means. */
export interface Verdict {
	/** What the workflow counts as told from then on. */
	tells: Tells;
	/** What becomes of its records. */
	records: Fate;
	/** What it shows of the destination: whether that takes records. */
	shows: 'success' | 'failure' | 'nothing';
}

export const verdictOf = (started: Started, ending: Ending, since: Since): Verdict =>
	started.retries ? withRetries(started, ending, since) : withoutRetries(ending, since);

/**
 * The first line that fits. Its start has told the workflow, and what is in the queue has become due since:
 *
 *     its end                                             tells         its records   shows
 *     could not start                                     beforeStart   nextList      failure
 *     success in its lease                                unchanged     unaffected    success
 *     any other                                           unchanged     unaffected    nothing
 */
function withoutRetries(ending: Ending, { isLate }: Since): Verdict {
	if (ending === 'notStarted')
		return { tells: 'beforeStart', records: 'nextList', shows: 'failure' };
	const isSuccess = ending === 'succeeded' && !isLate;
	return { tells: 'unchanged', records: 'unaffected', shows: isSuccess ? 'success' : 'nothing' };
}

/**
 * The first line that fits. When its lease has ended, it has counted as failed:
 *
 *     its end                                             tells         its records   shows
 *     success                                             given         nextList      success
 *     any other, after its lease                          perhaps       unaffected    nothing
 *     stopped                                             perhaps       stopped       failure
 *     failed with one, while another has succeeded,       perhaps       refused       failure
 *     or that was refused before
 *     any other, and a piece of it can be smaller         perhaps       inPieces      failure
 *     any other                                           perhaps       held          failure
 */
function withRetries(
	{ lane, count, recordsPerExecution }: Started,
	ending: Ending,
	{ isLate, hasOtherSucceeded }: Since,
): Verdict {
	const tells = 'perhaps';
	const shows = 'failure';
	if (ending === 'succeeded') return { tells: 'given', records: 'nextList', shows: 'success' };
	if (isLate) return { tells, records: 'unaffected', shows: 'nothing' };
	if (ending === 'stopped') return { tells, records: 'stopped', shows };
	// The destination is not down, or that says nothing new.
	const isRefused = hasOtherSucceeded || lane === 'refused';
	if (ending === 'failed' && count === 1 && isRefused) return { tells, records: 'refused', shows };
	const canBeSmaller = count > 1 && !hasFixedSize(recordsPerExecution);
	return { tells, records: canBeSmaller ? 'inPieces' : 'held', shows };
}
