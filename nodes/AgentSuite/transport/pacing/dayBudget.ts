import { Budget } from './budget';

export const DAY_MS = 86_400_000;

interface Day {
	/** Days since the epoch (UTC). */
	day: number;
	budget: Budget;
}

/**
 * By account. n8n loads this module once per process, so all nodes, workflows, and executions of the process share it. Each worker
 * of queue mode has its own, and a restart begins at 0.
 */
const days = new Map<string, Day>();

/** A clock that is set back over midnight leaves a known day in the future. That gives no second budget. */
const isOver = ({ day }: Day, today: number) => day < today || day > today + 1;

/**
 * The tokens of an account today. They are also counted without a limit, because one that is set later in the day includes
 * earlier requests.
 * @param now ms since the epoch
 */
export function dayBudget(account: string, now: number): Budget {
	const today = Math.floor(now / DAY_MS);
	const known = days.get(account);
	if (known && isOver(known, today)) {
		known.day = today;
		known.budget.reset();
	}
	if (known) return known.budget;
	for (const [other, entry] of days) {
		if (entry.budget.isIdle && isOver(entry, today)) days.delete(other);
	}
	const budget = new Budget();
	days.set(account, { day: today, budget });
	return budget;
}
