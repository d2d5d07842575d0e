import { isTemporary, Problem } from '../../model/problem';

/** Temporary failures are only logged until this time has passed since the first, ms. */
const QUIET_MS = 15 * 60_000;
/** Each cause is reported again after this time, ms. Less than a day, so that a trigger that polls once a day does so each day. */
const REMIND_MS = 24 * 3_600_000 - 5 * 60_000;
/** By then, n8n has tried again to activate a trigger whose first poll has failed, ms. */
const ACTIVATION_RETRY_MS = 10_000;

const TEMPORARY = 'temporary';

/** What counts as one cause. Temporary failures are one, even if they differ: first no response, then a 503. */
function causeOf(error: unknown): string {
	if (!(error instanceof Problem)) return String(error).replace(/\d+/g, '');
	const { kind, status, message } = error;
	if (isTemporary(error)) return TEMPORARY;
	return kind === 'input' ? message : `${kind} ${status ?? ''}`;
}

/** The error with the time since the first failure. @param misses as of `fail` */
function withHistory(error: unknown, sinceDate: number, polls: number, misses: boolean): unknown {
	if (!(error instanceof Problem) || polls === 1) return error;
	const { message, description } = error;
	return error.with({
		message: `${message} (no successful poll since ${new Date(sinceDate).toISOString()}, ${polls} attempts)`,
		description: misses
			? description
			: `${description} The next successful poll returns what has changed since the last one.`,
	});
}

/** Failed polls in a row. Dates are of the wall clock, ms since 1970, because reports show them. */
export class Outage {
	/** When the first of them failed. */
	private sinceDate?: number;
	private polls = 0;
	/** When each cause was last reported. */
	private readonly reportDates = new Map<string, number>();

	/**
	 * Counts a failed poll.
	 * @param misses whether what comes until the next successful one is perhaps not returned
	 * @returns the report of it, if it is time for one. A failure that needs a user, such as a revoked token, is reported
	 * immediately, others once they have lasted. Each cause is reported about once a day, in any order.
	 */
	fail(error: unknown, date: number, misses: boolean): unknown {
		const sinceDate = (this.sinceDate ??= date);
		this.polls += 1;
		const cause = causeOf(error);
		// A clock that was set back must not silence it.
		if (cause === TEMPORARY && Math.abs(date - sinceDate) < QUIET_MS) return undefined;
		if (this.isReported(cause, date)) {
			// Nobody gets the report of the first attempt to publish a change, so the next poll makes one.
			const isNextAttempt = this.polls === 2 && Math.abs(date - sinceDate) < ACTIVATION_RETRY_MS;
			if (isNextAttempt) this.reportDates.delete(cause);
			return undefined;
		}
		this.reportDates.set(cause, date);
		return withHistory(error, sinceDate, this.polls, misses);
	}

	/** The next failure begins another outage. */
	end(): void {
		this.sinceDate = undefined;
		this.polls = 0;
		this.reportDates.clear();
	}

	private isReported(cause: string, date: number): boolean {
		const reportDate = this.reportDates.get(cause);
		// A clock that was ahead by years must not silence it for years.
		return reportDate !== undefined && Math.abs(date - reportDate) < REMIND_MS;
	}
}
