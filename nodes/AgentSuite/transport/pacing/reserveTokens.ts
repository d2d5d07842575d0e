import type { Problem } from '../../model/problem';
import type { Call } from '../call';
import { maxTokensExceeded, tokensPerDayExceeded, tokensPerDayReserved } from '../errors/notSent';
import { tokensInProgress } from '../errors/waitTexts';
import { chargeOf, type Fate } from '../outcomes/outcome';
import { undoUnlessDone } from '../undoUnlessDone';
import type { Budget } from './budget';
import { DAY_MS } from './dayBudget';
import { waitWhile } from './wait';

/** What is told of a request for which a budget has too few tokens. */
interface NotReserved {
	/** The limit would be exceeded. */
	exceeded: () => Problem;
	/** Requests in progress are in the way, for longer than Max Wait or the deadline allows. */
	inProgress: () => Problem;
}

/**
 * Reserves tokens. If only requests in progress are in the way, it waits for them.
 * @param budgetNow the budget at this moment, because a day can end while it waits
 * @throws {Problem} one of the two, or when the run is stopped
 */
async function reserveIn(
	budgetNow: () => Budget,
	limit: number,
	call: Call,
	{ exceeded, inProgress }: NotReserved,
): Promise<void> {
	await waitWhile(call, () => {
		const result = budgetNow().reserve(call.request.operation.tokens, limit);
		if (result === 'exceeded') throw exceeded();
		if (result === 'reserved') return undefined;
		return { waitsFor: tokensInProgress, counts: true, tooLong: inProgress };
	});
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

	// Those in progress are the node's own, so to wait too long for them is to exceed the limit.
	const tooMany = () => maxTokensExceeded(call);
	await reserveIn(() => budget, maxTokens, call, { exceeded: tooMany, inProgress: tooMany });
	await undoUnlessDone(
		async () =>
			await reserveIn(today, tokensPerDay, call, {
				exceeded: () => tokensPerDayExceeded(call, today(), DAY_MS - (Date.now() % DAY_MS)),
				inProgress: () => tokensPerDayReserved(call),
			}),
		() => budget.settle(tokens, 0),
	);
	return (fate) => {
		const charge = chargeOf[fate];
		const used = charge === 'no' ? 0 : tokens;
		budget.settle(tokens, used);
		today().settle(tokens, used);
		usage.charge(tokens, charge);
		if (tokensPerDay > 0) usage.today.set(key, { used: today().used, limit: tokensPerDay });
	};
}
