import { Problem } from '../model/problem';

/** Number of failing polls in a row that are only logged. */
const QUIET_POLLS = 3;
/** How long polls can fail before it is reported, even if there were only a few, ms. */
const QUIET_MS = 15 * 60_000;
/** How often a continuing outage is reported again, ms. */
const REMIND_MS = 24 * 3_600_000;

/** Consecutive failed polls of one trigger. The count starts over when n8n restarts. */
export interface Outage {
	/** When the first of them failed, ms. */
	since: number;
	polls: number;
	/** When it was last reported, and for what cause. */
	reported?: { at: number; what: string };
}

/** Whether a failure can be over by the next poll. */
export function isTransient({ kind, status, failure }: Problem): boolean {
	if (failure?.cause === 'rate-limited' || failure?.cause === 'temporarily-unavailable')
		return true;
	if (failure !== undefined) return false;
	return kind === 'connection' || (status !== undefined && status >= 500);
}

/**
 * Counts a failed poll.
 * @param outage the current outage, if any
 * @returns the updated outage, and the error to report, if any. A failure that needs a user, such as a revoked token,
 * is reported immediately, others once they have lasted. Reports repeat once a day.
 */
export function failed(
	outage: Outage | undefined,
	problem: Problem,
	now: number,
): { outage: Outage; report: Problem | undefined } {
	const { since, polls, reported } = outage ?? { since: now, polls: 0 };
	const transient = isTransient(problem);
	const next: Outage = { since, polls: polls + 1, reported };
	const lasts = !transient || next.polls > QUIET_POLLS || now - since >= QUIET_MS;
	// Transient failures count as one outage, even if they differ: first no response, then a 503.
	const what = transient ? 'transient' : `${problem.kind} ${problem.status ?? ''}`;
	const told = reported?.what === what && now - reported.at < REMIND_MS;
	if (!lasts || told) return { outage: next, report: undefined };
	next.reported = { at: now, what };
	if (next.polls === 1) return { outage: next, report: problem };
	const { kind, message, description, status, failure } = problem;
	const report = new Problem({
		kind,
		status,
		message: `${message} (no successful poll since ${new Date(since).toISOString()}, ${next.polls} attempts)`,
		description: `${description} No events are lost. The next successful poll picks up everything that changed in the meantime.`,
		failure: failure ?? (transient ? { cause: 'temporarily-unavailable' } : undefined),
	});
	return { outage: next, report };
}
