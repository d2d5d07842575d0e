import type { Call } from '../call';
import { maxTokensExceeded, tokensPerDayExceeded, tokensPerDayReserved } from '../errors/notSent';
import { chargeOf, type Fate } from '../outcomes/outcome';
import type { Budget } from './budget';
import { DAY_MS } from './dayBudget';
import { timeToWait } from './deadline';
import { canWait, sleepAMoment } from './maxWait';

/**
 * Reserves tokens. If only requests in progress are in the way, it waits for them.
 * @param budgetNow the budget at this moment, because a day can end while it waits
 * @returns `exceeded` if the limit would be, `tooLate` if they are in the way for longer than Max Wait or the deadline allows
 */
async function reserveIn(
	budgetNow: () => Budget,
	limit: number,
	call: Call,
): Promise<'reserved' | 'exceeded' | 'tooLate'> {
	const { request } = call;
	for (;;) {
		const result = budgetNow().reserve(request.operation.tokens, limit);
		if (result !== 'dependsOnThoseInProgress') return result;
		// Nobody knows how long it takes, so another second is allowed, or none: Max Wait counts in whole ones.
		if (!canWait(call, 1000) || timeToWait(request) <= 0) return 'tooLate';
		await sleepAMoment(call, 1000);
	}
}

/**
 * Reserves the tokens of one request in the budgets of the execution and of the day.
 * @returns a function that settles them, by what became of the request
 * @throws {Problem} when a limit would be exceeded, and the request must not be sent
 */
export async function reserveTokens(call: Call): Promise<(fate: Fate) => void> {
	const { usage, budget } = call.run;
	const { operation, connection, maxTokens } = call.request;
	const { tokens } = operation;
	const { tokensPerDay } = connection;
	const { key, day } = call.account;
	const today = () => day.today(Date.now());

	const inExecution = await reserveIn(() => budget, maxTokens, call);
	if (inExecution !== 'reserved') throw maxTokensExceeded(call);
	let isReserved = false;
	try {
		const onDay = await reserveIn(today, tokensPerDay, call);
		if (onDay === 'exceeded')
			throw tokensPerDayExceeded(call, today(), DAY_MS - (Date.now() % DAY_MS));
		if (onDay === 'tooLate') throw tokensPerDayReserved(call);
		isReserved = true;
	} finally {
		// Also after Stop, or what else ends the wait. n8n's linter allows no `catch` that throws again.
		if (!isReserved) budget.settle(tokens, 0);
	}
	return (fate) => {
		const charge = chargeOf[fate];
		const used = charge === 'no' ? 0 : tokens;
		budget.settle(tokens, used);
		today().settle(tokens, used);
		usage.charge(tokens, charge);
		if (tokensPerDay > 0) usage.today.set(key, { used: today().used, limit: tokensPerDay });
	};
}
