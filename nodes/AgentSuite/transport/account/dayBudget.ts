import { Budget } from './budget';

const DAY_MS = 86_400_000;

/** Ms until the next day begins (UTC). @param now ms since the epoch */
export const untilMidnight = (now: number): number => DAY_MS - (now % DAY_MS);

/** The tokens of an account from midnight to midnight UTC. */
export class DayBudget {
	/** Days since the epoch (UTC). */
	private day = -Infinity;
	private readonly budget = new Budget();
	/** What other days have used. A clock can be set back, and a day must not have two budgets. */
	private readonly usedOn = new Map<number, number>();

	/**
	 * Those of today. They are also counted without a limit, because one that is set later in the day includes earlier requests.
	 * @param now ms since the epoch
	 */
	today(now: number): Budget {
		const today = Math.floor(now / DAY_MS);
		if (today !== this.day) {
			this.usedOn.set(this.day, this.budget.used);
			this.budget.startAt(this.usedOn.get(today) ?? 0);
			this.day = today;
		}
		return this.budget;
	}
}
