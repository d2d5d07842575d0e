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
	 * What the workflow was told: what the execution was given, what it counts as told by now, or with retries off, what it was told before
	 * the start.
	 */
	told: 'given' | 'unchanged' | 'beforeStart';
	/**
	 * What becomes of its records, unless they were edited since: their next phase, refused means held and marked, or they leave the queue,
	 * until the next list finds them due again, or stay as they are.
	 */
	records: 'tried' | 'held' | 'refused' | 'stopped' | 'untilNextList' | 'untouched';
	/** What it counts as, if as anything: whether the destination takes records. */
	counts?: 'success' | 'failure';
}

const VERDICTS = {
	delivered: { told: 'given', records: 'untilNextList', counts: 'success' },
	stoppedByPerson: { told: 'unchanged', records: 'stopped', counts: 'failure' },
	refused: { told: 'unchanged', records: 'refused', counts: 'failure' },
	cannotBeSmaller: { told: 'unchanged', records: 'held', counts: 'failure' },
	inPieces: { told: 'unchanged', records: 'tried', counts: 'failure' },
	countedBefore: { told: 'unchanged', records: 'untouched' },
	untold: { told: 'beforeStart', records: 'untilNextList', counts: 'failure' },
	toldByStart: { told: 'unchanged', records: 'tried' },
	deliveredByStart: { told: 'unchanged', records: 'tried', counts: 'success' },
} as const satisfies Record<string, Verdict>;

/**
 * The verdict on an execution:
 *
 *     retries   it                                         verdict
 *     off       could not start                            untold
 *     on        succeeds                                   delivered
 *     any       ends late in any other way                 counted before: when its lease has ended
 *     off       succeeds                                   delivered by its start
 *     off       ends in any other way                      told by its start
 *     on        is stopped by a person                     stopped by a person
 *     on        fails with one record, and another has     refused: the destination is not down
 *               succeeded
 *     on        fails, or could not start, with one, or    cannot be smaller
 *               with several that go together again
 *     on        the same with others                       in pieces
 */
export function verdictOf(
	{ retries, count, recordsPerExecution }: Started,
	ending: Ending,
	{ isLate, hasOtherSucceeded }: Circumstances,
): Verdict {
	if (!retries && ending === 'notStarted') return VERDICTS.untold;
	if (retries && ending === 'succeeded') return VERDICTS.delivered;
	if (isLate) return VERDICTS.countedBefore;
	if (!retries) return ending === 'succeeded' ? VERDICTS.deliveredByStart : VERDICTS.toldByStart;
	if (ending === 'stopped') return VERDICTS.stoppedByPerson;
	if (ending === 'failed' && count === 1 && hasOtherSucceeded) return VERDICTS.refused;
	const canBeSmaller = count > 1 && !hasFixedSize(recordsPerExecution);
	return canBeSmaller ? VERDICTS.inPieces : VERDICTS.cannotBeSmaller;
}
