import type { Call } from '../call';
import { maxTokensExceeded, tokensPerDayExceeded } from '../errors/notSent';
import { chargeOf, type Fate } from '../outcomes/outcome';
import { reached } from '../run/run';
import { untilMidnight } from './dayBudget';

/** A day can end while a request waits, or is in progress. */
const today = ({ account }: Call) => account.day.today(Date.now());

/**
 * Whether the tokens of a request only fit in the budgets of the execution and of the day if those in progress cost less than they
 * have reserved.
 * @throws {Problem} when a limit would be exceeded, and the request must not be sent
 */
export function lacksTokens(call: Call): boolean {
	const { run, request } = call;
	const { operation, connection, maxTokens } = request;
	const lack = run.budget.lackOf(operation.tokens, maxTokens);
	const lackToday = today(call).lackOf(operation.tokens, connection.tokensPerDay);
	if (lack === 'exceeded') throw maxTokensExceeded(run.budget, request, reached(run));
	if (lackToday === 'exceeded')
		throw tokensPerDayExceeded(today(call), request, reached(run), untilMidnight(Date.now()));
	return (lack ?? lackToday) !== undefined;
}

/**
 * Reserves the tokens of a request that is sent now.
 * @returns a function that settles them, by what became of the request
 */
export function reserveTokens(call: Call): (fate: Fate) => void {
	const { run, request, account } = call;
	const { tokens } = request.operation;
	const { tokensPerDay } = request.connection;
	for (const budget of [run.budget, today(call)]) budget.reserve(tokens);
	return (fate) => {
		const charge = chargeOf[fate];
		const used = charge === 'no' ? 0 : tokens;
		for (const budget of [run.budget, today(call)]) budget.settle(tokens, used);
		run.usage.charge(tokens, charge);
		if (tokensPerDay > 0)
			run.usage.today.set(account.key, { used: today(call).used, limit: tokensPerDay });
	};
}
