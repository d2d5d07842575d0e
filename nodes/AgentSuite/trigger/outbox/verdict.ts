import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Fate } from './fate';
import { MODES, type Sent } from './lanes';

/** How an execution ended, as far as n8n says. It is interrupted if n8n shuts down, and overdue if n8n has not said it in its lease. */
export type Ending = 'succeeded' | 'failed' | 'interrupted' | 'stopped' | 'notStarted' | 'overdue';

/** The settings of the poll that starts an execution. */
export interface OutboxSettings {
	/** Whether its records are sent again if it fails. Otherwise, its start tells the workflow. */
	retries: boolean;
	recordsPerExecution: RecordsPerExecution;
}

/** What the end of an execution is judged by. */
export type Judged = OutboxSettings & Sent;

/** When it ends. */
interface When {
	/** Whether its lease has ended before, so its records can have gone again. */
	isLate: boolean;
	/** Whether another execution has succeeded in its lease since the last poll before the start of this one. */
	hasOtherSucceeded: boolean;
}

/**
 * What the start or the end of an execution tells the workflow (`given.ts`):
 *
 *     given           what the execution was given, whatever it was told before. If it is overtaken, perhaps others too
 *     perhapsGiven    perhaps that, after all that it was told
 *     unchanged       nothing
 *     beforeStart     less: what it was told before
 */
export type Tells = 'given' | 'perhapsGiven' | 'unchanged' | 'beforeStart';

/** What the end of an execution means. */
export interface Verdict {
	/** What the workflow counts as told from then on. */
	tells: Tells;
	/** What becomes of those of its records that are still due. */
	fate: Fate;
	/** What it shows of the destination: whether that takes records. */
	shows: 'success' | 'failure' | 'nothing';
}

/**
 * What the end of an execution means: what it tells (`tellsAtEnd`), and the first line that fits:
 *
 *     its end                                            fate     shows
 *     success                                            again    success
 *     without retries, any other of one that started     again    nothing
 *     any other, reported after its lease                stay     nothing
 *     stopped                                            stop     failure
 *     failed or overdue with one, while another has      refuse   failure
 *     succeeded, or that was refused before
 *     any other, and a piece of it can be smaller        split    failure
 *     any other                                          hold     failure
 */
export function verdictOf(
	{ retries, lane, count, recordsPerExecution }: Judged,
	ending: Ending,
	{ isLate, hasOtherSucceeded }: When,
): Verdict {
	const tells = tellsAtEnd(ending, retries);
	if (ending === 'succeeded') return { tells, fate: 'again', shows: 'success' };
	if (!retries && ending !== 'notStarted') return { tells, fate: 'again', shows: 'nothing' };
	if (isLate) return { tells, fate: 'stay', shows: 'nothing' };
	const failure = { tells, shows: 'failure' } as const;
	if (ending === 'stopped') return { ...failure, fate: 'stop' };
	// The destination is not down, or that is not known, but it has refused it before.
	const isRefused = hasOtherSucceeded || lane === 'refused';
	const hasFailed = ending === 'failed' || ending === 'overdue';
	if (hasFailed && count === 1 && isRefused) return { ...failure, fate: 'refuse' };
	const canBeSmaller = count > 1 && !MODES[recordsPerExecution].isNeverSplit;
	return { ...failure, fate: canBeSmaller ? 'split' : 'hold' };
}

/**
 * What an execution tells, by whether retries were on at its start:
 *
 *     retries   its start       success      could not start   any other end
 *     on        perhapsGiven    given        unchanged         perhapsGiven, because it has perhaps written
 *     off       given           unchanged    beforeStart       unchanged
 */
export const tellsAtStart = (retries: boolean): Tells => (retries ? 'perhapsGiven' : 'given');

function tellsAtEnd(ending: Ending, retries: boolean): Tells {
	if (ending === 'notStarted') return retries ? 'unchanged' : 'beforeStart';
	if (!retries) return 'unchanged';
	return ending === 'succeeded' ? 'given' : 'perhapsGiven';
}
