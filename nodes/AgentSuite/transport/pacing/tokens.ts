import { chargeOf, type Fate } from '../outcomes/outcome';
import type { Call } from './call';
import { maxTokensExceeded, tokensPerDayExceeded } from './notSent';

/** Asked each time, because a day can end while a request waits. */
const today = ({ account }: Call) => account.day.today(Date.now());

/**
 * Whether a request waits for tokens of the execution, or of the day: others in progress have reserved them, and can give them back.
 * Responses to those end it, or at the latest their timeouts. Nobody knows when, so Max Wait does not bound it.
 * @throws {Problem} when a budget would be exceeded, whatever those cost
 */
export function waitsForTokens(call: Call): boolean {
	const { run, request } = call;
	const { operation, connection, maxTokens } = request;
	const execution = run.budget.lackOf(operation.tokens, maxTokens);
	const day = today(call).lackOf(operation.tokens, connection.tokensPerDay);
	if (execution === 'exceeded') throw maxTokensExceeded(call);
	if (day === 'exceeded') throw tokensPerDayExceeded(call);
	return execution !== undefined || day !== undefined;
}

/**
 * Reserves the tokens of a request that is sent now.
 * @returns a function that settles them, by what became of the request
 */
export function reserveTokens(call: Call): (fate: Fate) => void {
	const { run, request, account } = call;
	const { tokens } = request.operation;
	const { tokensPerDay } = request.connection;
	const day = today(call);
	const budgets = [run.budget, day];
	for (const budget of budgets) budget.reserve(tokens);
	return (fate) => {
		const charge = chargeOf[fate];
		const used = charge === 'no' ? 0 : tokens;
		for (const budget of budgets) budget.settle(tokens, used);
		run.usage.charge(tokens, charge);
		if (tokensPerDay < Infinity)
			run.usage.today.set(account.key, { used: day.used, limit: tokensPerDay });
	};
}
