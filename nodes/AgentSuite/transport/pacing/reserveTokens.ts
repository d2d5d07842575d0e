import type { Problem } from '../../model/problem';
import type { Call } from '../call';
import { maxTokensExceeded, tokensPerDayExceeded, tokensPerDayReserved } from '../errors/notSent';
import { tokensInProgress } from '../errors/waitTexts';
import { chargeOf, type Fate } from '../outcomes/outcome';
import type { Budget } from './budget';
import { DAY_MS } from './dayBudget';
import { waitWhile } from './wait';

/** A budget in which a request needs tokens. */
interface Needed {
	budget: Budget;
	/** 0 for none. */
	limit: number;
	/** What is told of the request if the limit would be exceeded. */
	exceeded: () => Problem;
	/** If requests in progress are in the way, for longer than Max Wait or the deadline allows. */
	inProgress: () => Problem;
}

/**
 * Reserves the tokens of one request in the budgets of the execution and of the day. If only requests in progress are in the way, it
 * waits for them.
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

	// Those in progress are the node's own, so to wait too long for them is to exceed the limit.
	const tooMany = () => maxTokensExceeded(call);
	const needed = (): Needed[] => [
		{ budget, limit: maxTokens, exceeded: tooMany, inProgress: tooMany },
		{
			budget: today(),
			limit: tokensPerDay,
			exceeded: () => tokensPerDayExceeded(call, today(), DAY_MS - (Date.now() % DAY_MS)),
			inProgress: () => tokensPerDayReserved(call),
		},
	];

	await waitWhile(call, () => {
		const all = needed();
		for (const { budget, limit, exceeded, inProgress } of all) {
			const lack = budget.lackOf(tokens, limit);
			if (lack === 'exceeded') throw exceeded();
			if (lack) return { waitsFor: tokensInProgress, tooLong: inProgress };
		}
		for (const { budget } of all) budget.reserve(tokens);
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
