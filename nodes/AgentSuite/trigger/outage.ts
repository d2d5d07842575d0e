import type { Problem } from '../model/problem';

/** Failing polls are only logged until there were so many in a row, or for so long. Reports repeat after a day, ms. */
const [QUIET_POLLS, QUIET_MS, REMIND_MS] = [3, 15 * 60_000, 24 * 3_600_000];

/** Consecutive failed polls of one trigger. The count starts over when n8n activates the workflow. */
export interface Outage {
	/** When the first of them failed, ms. */
	since: number;
	polls: number;
	/** When it was last reported, and for what cause. */
	reported?: { at: number; what: string };
}

/**
 * Counts a failed poll in `kept.outage`.
 * @returns the error to report, if any. A failure that needs a user, such as a revoked token, is reported immediately,
 * others once they have lasted. Reports repeat once a day.
 */
export function failed(kept: { outage?: Outage }, problem: Problem, now: number) {
	const outage = (kept.outage ??= { since: now, polls: 0 });
	outage.polls++;
	const { since, polls, reported } = outage;
	const { isTemporary, kind, status, headline, detail, description } = problem;
	const lasts = !isTemporary || polls > QUIET_POLLS || now - since >= QUIET_MS;
	// Temporary failures count as one outage, even if they differ: first no response, then a 503.
	const what = isTemporary ? 'temporary' : `${kind} ${status ?? ''}`;
	const told = reported?.what === what && now - reported.at < REMIND_MS;
	if (!lasts || told) return undefined;
	outage.reported = { at: now, what };
	if (polls === 1) return problem;
	return problem.with({
		message: `${headline} (no successful poll since ${new Date(since).toISOString()}, ${polls} attempts)`,
		detail,
		description: `${description} The next successful poll returns what has changed since the last one.`,
	});
}
