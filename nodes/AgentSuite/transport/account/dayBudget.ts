import { Budget } from './budget';

const DAY_MS = 86_400_000;

/** Ms until the next day begins (UTC). @param now ms since the epoch */
export const untilMidnight = (now: number): number => DAY_MS - (now % DAY_MS);

/** The tokens of an account from midnight to midnight UTC. */
export class DayBudget {
	/** By day since the epoch (UTC). All of them, because a clock can be set back, and a day must not have two budgets. */
	private readonly days = new Map<number, Budget>();

	/**
	 * Those of today. They are also counted without a limit, because one that is set later in the day includes earlier requests.
	 * @param now ms since the epoch
	 */
	today(now: number): Budget {
		const day = Math.floor(now / DAY_MS);
		const budget = this.days.get(day) ?? new Budget();
		this.days.set(day, budget);
		return budget;
	}
}
