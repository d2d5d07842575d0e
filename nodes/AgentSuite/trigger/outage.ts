import { Problem } from '../model/problem';

/** Failing polls are only logged until there were so many in a row. */
const QUIET_POLLS = 3;
/** Failing polls are only logged until this time has passed, ms. */
const QUIET_MS = 15 * 60_000;
/** Each cause is reported again after this time, ms. */
const REMIND_MS = 24 * 3_600_000;

/** Consecutive failed polls. */
export interface Outage {
	/** When the first of them failed, ms since 1970. */
	since: number;
	polls: number;
	/** When each cause was last reported, ms since 1970. */
	reported: Map<string, number>;
}

/** What counts as one cause. Temporary failures are one, even if they differ: first no response, then a 503. */
function causeOf(error: unknown): string {
	if (!(error instanceof Problem)) return String(error).replace(/\d+/g, '');
	const { kind, status, headline } = error;
	if (error.isTemporary) return 'temporary';
	return kind === 'input' ? headline : `${kind} ${status ?? ''}`;
}

const isTemporary = (error: unknown) => error instanceof Problem && error.isTemporary;

/**
 * Counts a failed poll.
 * @param outage the failed polls before it, if any
 * @returns the failed polls so far, and whether to report this one. A failure that needs a user, such as a revoked token,
 * is reported immediately, others once they have lasted. Each cause is reported once a day, in any order.
 */
export function afterFailure(
	outage: Outage | undefined,
	error: unknown,
	now: number,
): { outage: Outage; report: unknown } {
	const { since, polls, reported } = outage ?? { since: now, polls: 0, reported: new Map() };
	const cause = causeOf(error);
	const next: Outage = { since, polls: polls + 1, reported: new Map(reported) };
	const lasts = !isTemporary(error) || next.polls > QUIET_POLLS || now - since >= QUIET_MS;
	const toldAt = next.reported.get(cause);
	const isTold = toldAt !== undefined && now - toldAt < REMIND_MS;
	if (!lasts || isTold) return { outage: next, report: undefined };
	next.reported.set(cause, now);
	return { outage: next, report: withHistory(error, next) };
}

/** The error with the time since the last success. */
function withHistory(error: unknown, { since, polls }: Outage): unknown {
	if (!(error instanceof Problem) || polls === 1) return error;
	const { headline, detail, description, facts } = error;
	const report = error.with({
		message: `${headline} (no successful poll since ${new Date(since).toISOString()}, ${polls} attempts)`,
		detail,
		description: `${description} The next successful poll returns what has changed since the last one.`,
	});
	// The message is another one, but the request is the same.
	report.facts = facts;
	return report;
}
