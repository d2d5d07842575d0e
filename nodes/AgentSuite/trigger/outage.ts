import { Problem } from '../model/problem';

/** Temporary failures are only logged until there were more of them in a row. */
const QUIET_POLLS = 3;
/** Or until this time has passed since the first, ms. */
const QUIET_MS = 15 * 60_000;
/** Each cause is reported again after this time, ms. */
const REMIND_MS = 24 * 3_600_000;

/** Consecutive failed polls. A date is of the wall clock, ms since 1970, because reports show it. */
export interface Outage {
	/** When the first of them failed. */
	sinceDate: number;
	polls: number;
	/** When each cause was last reported. */
	reportDates: Map<string, number>;
}

const TEMPORARY = 'temporary';

/** What counts as one cause. Temporary failures are one, even if they differ: first no response, then a 503. */
function causeOf(error: unknown): string {
	if (!(error instanceof Problem)) return String(error).replace(/\d+/g, '');
	const { kind, status, headline } = error;
	if (error.isTemporary) return TEMPORARY;
	return kind === 'input' ? headline : `${kind} ${status ?? ''}`;
}

const hasLasted = ({ polls, sinceDate }: Outage, date: number) =>
	polls > QUIET_POLLS || date - sinceDate >= QUIET_MS;

function isReported({ reportDates }: Outage, cause: string, date: number): boolean {
	const reportDate = reportDates.get(cause);
	// A clock that was ahead by years must not silence it for years.
	return reportDate !== undefined && Math.abs(date - reportDate) < REMIND_MS;
}

/**
 * Counts a failed poll.
 * @param outage the failed polls before it, if any
 * @returns the failed polls so far, and whether to report this one. A failure that needs a user, such as a revoked token,
 * is reported immediately, others once they have lasted. Each cause is reported once a day, in any order.
 */
export function afterFailure(
	outage: Outage | undefined,
	error: unknown,
	date: number,
): { outage: Outage; report: unknown } {
	const { sinceDate, polls, reportDates } = outage ?? {
		sinceDate: date,
		polls: 0,
		reportDates: new Map<string, number>(),
	};
	const next: Outage = { sinceDate, polls: polls + 1, reportDates: new Map(reportDates) };
	const cause = causeOf(error);
	const isQuiet = cause === TEMPORARY && !hasLasted(next, date);
	if (isQuiet || isReported(next, cause, date)) return { outage: next, report: undefined };
	next.reportDates.set(cause, date);
	return { outage: next, report: withHistory(error, next) };
}

/** The error with the time since the last success. */
function withHistory(error: unknown, { sinceDate, polls }: Outage): unknown {
	if (!(error instanceof Problem) || polls === 1) return error;
	const { headline, description } = error;
	return error.with({
		message: `${headline} (no successful poll since ${new Date(sinceDate).toISOString()}, ${polls} attempts)`,
		description: `${description} The next successful poll returns what has changed since the last one.`,
	});
}
