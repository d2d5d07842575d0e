import { takeOffMaxWait, type Attempt } from '../attempt';
import {
	inDigits,
	maxTokensExceeded,
	tokensPerDayExceeded,
	tokensPerDayReserved,
} from '../errors/notSent';
import type { Outcome } from '../outcome';
import type { Budget } from './budget';
import { steadyClock } from './clock';
import { DAY_MS, dayBudget } from './dayBudget';
import { timeToWait } from './deadline';

/**
 * Reserves tokens. If only requests in progress are in the way, it waits for them, and takes the time off Max Wait.
 * @param budgetNow the budget at this moment, because a day can end while it waits
 * @returns `exceeded` if the limit would be, `tooLate` if they are in the way for longer than Max Wait or the deadline allows
 */
async function reserveIn(
	budgetNow: () => Budget,
	limit: number,
	attempt: Attempt,
): Promise<'reserved' | 'exceeded' | 'tooLate'> {
	const { run, request } = attempt;
	for (;;) {
		const budget = budgetNow();
		const result = budget.reserve(request.operation.tokens, limit);
		if (result !== 'dependsOnThoseInProgress') return result;
		if (attempt.waitLeftMs <= 0 || timeToWait(request) <= 0) return 'tooLate';
		const began = steadyClock.now();
		await run.halt.wait(budget.settled(), request.connection.account);
		takeOffMaxWait(attempt, steadyClock.now() - began);
	}
}

/**
 * Reserves the tokens of one request in the budgets of the execution and of the day.
 * @returns a function that settles them, by what the request came to: undefined if it was not sent
 * @throws {Problem} when a limit would be exceeded, and the request must not be sent
 */
export async function reserveTokens(
	attempt: Attempt,
): Promise<(outcome: Outcome | undefined) => void> {
	const { usage, budget } = attempt.run;
	const { operation, connection, maxTokens } = attempt.request;
	const { tokens } = operation;
	const { account, tokensPerDay } = connection;
	const today = () => dayBudget(account, Date.now());

	const inExecution = await reserveIn(() => budget, maxTokens, attempt);
	if (inExecution !== 'reserved') throw maxTokensExceeded(attempt);
	let isReserved = false;
	try {
		const onDay = await reserveIn(today, tokensPerDay, attempt);
		if (onDay === 'exceeded')
			throw tokensPerDayExceeded(attempt, today(), DAY_MS - (Date.now() % DAY_MS));
		if (onDay === 'tooLate') throw tokensPerDayReserved(attempt);
		isReserved = true;
	} finally {
		// Also after Stop, or what else ends the wait. n8n's linter allows no `catch` that throws again.
		if (!isReserved) budget.settle(tokens, 0);
	}
	return (outcome) => {
		const { charged } = outcome ?? { charged: 'no' as const };
		const used = charged === 'no' ? 0 : tokens;
		const day = today();
		budget.settle(tokens, used);
		day.settle(tokens, used);
		usage.charge(tokens, charged);
		if (tokensPerDay > 0) {
			usage.today.set(account, `${inDigits(day.used)} of ${inDigits(tokensPerDay)}`);
		}
	};
}
