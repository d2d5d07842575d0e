import { Problem } from '../model/problem';

/** Failing polls in a row that are only logged. */
const QUIET_POLLS = 3;
/** How long polls may fail before it is reported however few they were, ms. */
const QUIET_MS = 15 * 60_000;
/** An outage that lasts is reported again after so long, ms. */
const REMIND_MS = 24 * 3_600_000;

/** Polls of one trigger that fail, one after the other. A restart begins to count anew. */
export interface Outage {
	/** When the first of them failed, ms. */
	since: number;
	polls: number;
	/** When it was last reported, and as what. */
	reported?: { at: number; what: string };
}

/** Whether a failure may be over by the next poll. */
export function isTransient({ kind, status, failure }: Problem): boolean {
	if (failure?.cause === 'rate-limited' || failure?.cause === 'temporarily-unavailable')
		return true;
	if (failure !== undefined) return false;
	return kind === 'connection' || (status !== undefined && status >= 500);
}

/**
 * Counts a failed poll.
 * @param outage the one that lasts, if any
 * @returns the outage from now on, and the error to report: at once for what cannot pass by itself, such as a token
 * that was revoked, else once it has lasted; then once a day
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
	// One that may pass is the same outage however it shows: no answer now, a 503 then.
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
