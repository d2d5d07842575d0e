import type { RecordsPerExecution } from '../../parameters/readTrigger';
import { MODES, type LaneName } from './lanes';

/** How an execution ended, as far as n8n says. It is interrupted if n8n shuts down. */
export type Ending = 'succeeded' | 'failed' | 'interrupted' | 'stopped' | 'notStarted';

/** The settings of the poll that starts an execution. */
export interface OutboxSettings {
	/** Whether its records are sent again if it fails. Otherwise, its start tells the workflow. */
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/** What the end of an execution is judged by. */
export interface Judged extends OutboxSettings {
	lane: LaneName;
	/** Number of its records at its start. */
	count: number;
	/** Whether its lease has ended, so with retries it has counted as failed, and its records can go again. Its end still counts. */
	isLate: boolean;
}

/**
 * What becomes of the records of an execution that has ended:
 *
 *     nextList      the next list says whether they are due
 *     inPlace       what of them is in the queue goes on from there, in pieces that can be smaller
 *     held          they wait for the next poll or success, behind all others (`PendingState`)
 *     refused       the same, and the destination refuses them
 *     stopped       they wait until a person acts (`PendingState`)
 */
export type Fate = 'nextList' | 'inPlace' | 'held' | 'refused' | 'stopped';

/**
 * The same of a record that was edited since the start. Nobody has refused or stopped that state.
 * @param isUntried whether the edit has made it so. Not that of an alert, which would go at each read
 */
export function fateOfEdited(fate: Fate, isUntried: boolean): Fate {
	if (fate === 'nextList' || fate === 'inPlace') return fate;
	return isUntried ? 'inPlace' : 'held';
}

/**
 * What the start or the end of an execution tells the workflow:
 *
 *     started         what the execution was given, whatever becomes of it
 *     given           what the execution was given, but if it was told others since, perhaps these too
 *     perhapsGiven    perhaps that, after all that it was told
 *     unchanged       no more than its start did
 *     beforeStart     less: what it was told before
 */
export type Tells = 'started' | 'given' | 'perhapsGiven' | 'unchanged' | 'beforeStart';

export const tellsAtStart = (retries: boolean): Tells => (retries ? 'perhapsGiven' : 'started');

/** What the end of an execution means. */
export interface Verdict {
	/** What the workflow counts as told from then on. */
	tells: Tells;
	/** What becomes of its records. */
	records: Fate;
	/** What it shows of the destination: whether that takes records. */
	shows: 'success' | 'failure' | 'nothing';
}

/** @param hasOtherSucceeded whether another execution has, since the last poll before the start of this one */
export const verdictOf = (judged: Judged, ending: Ending, hasOtherSucceeded: boolean): Verdict =>
	judged.retries ? withRetries(judged, ending, hasOtherSucceeded) : withoutRetries(ending);

/**
 * The first line that fits. Its start has told the workflow, and what is in the queue has become due since:
 *
 *     its end             tells         its records   shows
 *     could not start     beforeStart   nextList      failure
 *     success             unchanged     inPlace       success
 *     any other           unchanged     inPlace       nothing
 */
function withoutRetries(ending: Ending): Verdict {
	if (ending === 'notStarted')
		return { tells: 'beforeStart', records: 'nextList', shows: 'failure' };
	const shows = ending === 'succeeded' ? 'success' : 'nothing';
	return { tells: 'unchanged', records: 'inPlace', shows };
}

/**
 * The first line that fits. When its lease has ended, it has counted as failed:
 *
 *     its end                                             tells          its records   shows
 *     success                                             given          nextList      success
 *     any other, after its lease                          perhapsGiven   inPlace       nothing
 *     stopped                                             unchanged      stopped       failure
 *     failed with one, while another has succeeded,       unchanged      refused       failure
 *     or that was refused before
 *     any other, and a piece of it can be smaller         unchanged      inPlace       failure
 *     any other                                           unchanged      held          failure
 */
function withRetries(
	{ lane, count, recordsPerExecution, isLate }: Judged,
	ending: Ending,
	hasOtherSucceeded: boolean,
): Verdict {
	if (ending === 'succeeded') return { tells: 'given', records: 'nextList', shows: 'success' };
	if (isLate) return { tells: 'perhapsGiven', records: 'inPlace', shows: 'nothing' };
	const failure = { tells: 'unchanged', shows: 'failure' } as const;
	if (ending === 'stopped') return { ...failure, records: 'stopped' };
	// The destination is not down, or that is not known, but it has refused it before.
	const isRefused = hasOtherSucceeded || lane === 'refused';
	if (ending === 'failed' && count === 1 && isRefused) return { ...failure, records: 'refused' };
	const canBeSmaller = count > 1 && !MODES[recordsPerExecution].keepsTogether;
	return { ...failure, records: canBeSmaller ? 'inPlace' : 'held' };
}
