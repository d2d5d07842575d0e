import { Budget } from './budget';

const DAY_MS = 86_400_000;

/** Ms until the next day begins (UTC). @param now ms since the epoch */
export const untilMidnight = (now: number): number => DAY_MS - (now % DAY_MS);

/** The tokens of an account from midnight to midnight UTC. */
export class DayBudget {
	/** Days since the epoch (UTC). */
	private day = -Infinity;
	private readonly budget = new Budget();

	/**
	 * Those of today. They are also counted without a limit, because one that is set later in the day includes earlier requests.
	 * @param now ms since the epoch
	 */
	today(now: number): Budget {
		const today = Math.floor(now / DAY_MS);
		// The clock was set back over midnight, so the known day is tomorrow. Its count goes on, or a day would have two budgets.
		const isSetBack = this.day === today + 1;
		if (today !== this.day && !isSetBack) {
			this.day = today;
			this.budget.reset();
		}
		return this.budget;
	}
}
