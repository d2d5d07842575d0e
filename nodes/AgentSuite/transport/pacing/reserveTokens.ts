import type { Call } from '../call';
import { maxTokensExceeded, tokensPerDayExceeded } from '../errors/notSent';
import { tokensInProgress } from '../errors/waitTexts';
import { chargeOf, type Fate } from '../outcomes/outcome';
import { untilMidnight } from './dayBudget';
import { waitWhile } from './wait';

/**
 * Reserves the tokens of one request in the budgets of the execution and of the day. If they only fit when requests in progress cost
 * less than they have reserved, it waits for those.
 * @returns a function that settles them, by what became of the request
 * @throws {Problem} when a limit would be exceeded, and the request must not be sent
 */
export async function reserveTokens(call: Call): Promise<(fate: Fate) => void> {
	const { usage, budget } = call.run;
	const { operation, connection, maxTokens } = call.request;
	const { tokens } = operation;
	const { tokensPerDay } = connection;
	const { key, day } = call.account;
	// A day can end while it waits, or while the request is in progress.
	const today = () => day.today(Date.now());

	await waitWhile(call, () => {
		const lack = budget.lackOf(tokens, maxTokens);
		const lackToday = today().lackOf(tokens, tokensPerDay);
		if (lack === 'exceeded') throw maxTokensExceeded(call);
		if (lackToday === 'exceeded')
			throw tokensPerDayExceeded(call, today(), untilMidnight(Date.now()));
		if (lack ?? lackToday) return { waitsFor: tokensInProgress };
		for (const needed of [budget, today()]) needed.reserve(tokens);
		return undefined;
	});
	return (fate) => {
		const charge = chargeOf[fate];
		const used = charge === 'no' ? 0 : tokens;
		for (const spent of [budget, today()]) spent.settle(tokens, used);
		usage.charge(tokens, charge);
		if (tokensPerDay > 0) usage.today.set(key, { used: today().used, limit: tokensPerDay });
	};
}
