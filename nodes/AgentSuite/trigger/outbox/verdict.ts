/** How an execution ended, as far as n8n says. */
export type Ending = 'succeeded' | 'failed' | 'stopped' | 'notStarted';

/** What the verdict on an execution depends on. */
export interface Judged {
	/** Whether its records are sent again if it fails. Otherwise, its start tells the workflow. */
	retries: boolean;
	/** Whether it has started with only one record. */
	isAlone: boolean;
	/** The last poll before its start. If another execution has succeeded since, the destination is not down. */
	lastPollAt: number;
}

/** What the end of an execution means. */
export interface Verdict {
	/**
	 * What the workflow was told after all: what the execution was given, or only what it was told before its start. Then its records leave
	 * the queue, also if it is late, and the next list finds out whether they are due again.
	 */
	tells?: 'given' | 'before';
	/** Whether its only record is refused: the destination is not down. */
	refuses?: true;
	/** The phase of its records, which do not go now. */
	phase?: 'held' | 'stopped';
	/** Whether its lane goes on as after a success, not as after a failure. */
	succeeds?: true;
}

const VERDICTS = {
	delivered: { tells: 'given', succeeds: true },
	stopped: { phase: 'stopped' },
	refused: { refuses: true, phase: 'held' },
	failed: { phase: 'held' },
	inPieces: {},
	untold: { tells: 'before' },
	over: { succeeds: true },
} as const satisfies Record<string, Verdict>;

/**
 * The verdict on an execution:
 *
 *     retries   it                                         verdict
 *     on        succeeds                                   delivered
 *     on        is stopped by a person                     stopped: its records wait for a person
 *     on        fails with one record, and another has     refused
 *               succeeded since the last poll before
 *     on        fails, or could not start, with one, or    failed: nothing smaller can be tried
 *               with a fixed size
 *     on        the same with several                      in pieces
 *     off       could not start                            untold
 *     off       ends in any other way                      over: its start has told the workflow
 *
 * @param lastSuccessAt of any execution
 * @param isWhole whether its records stay together
 */
export function verdictOf(
	{ retries, isAlone, lastPollAt }: Judged,
	ending: Ending,
	lastSuccessAt: number,
	isWhole: boolean,
): Verdict {
	if (!retries) return ending === 'notStarted' ? VERDICTS.untold : VERDICTS.over;
	if (ending === 'succeeded') return VERDICTS.delivered;
	if (ending === 'stopped') return VERDICTS.stopped;
	if (ending === 'failed' && isAlone && lastSuccessAt >= lastPollAt) return VERDICTS.refused;
	return isAlone || isWhole ? VERDICTS.failed : VERDICTS.inPieces;
}
