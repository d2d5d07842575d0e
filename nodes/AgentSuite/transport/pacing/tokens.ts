/** The tokens of a request: of its execution, and of the day. */

import { Problem } from '../../model/problem';
import { inDigits, sentences } from '../../texts/words';
import type { Budget } from '../account/budget';
import { untilMidnight } from '../account/dayBudget';
import { chargeOf, type Fate } from '../outcomes/outcome';
import { reached } from '../run/run';
import type { Call } from './call';

/** Asked each time, because a day can end while a request waits. */
const today = ({ account }: Call) => account.day.today(Date.now());

/**
 * Whether a request has to wait for tokens of the execution, or of the day: others in progress have reserved them, and can give them back.
 * Responses to those end it, or at the latest their timeouts. Nobody knows when, so Max Wait does not bound it.
 * @throws {Problem} when a budget would be exceeded, whatever those cost
 */
export function lacksTokens(call: Call): boolean {
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

/** The execution has too few tokens left. */
function maxTokensExceeded({ run, request }: Call): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		message: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(run)),
		forModel:
			'The token limit of this tool is reached. Do not call this tool again. Tell the user.',
	});
}

/** The day has too few tokens left. */
function tokensPerDayExceeded(call: Call): Problem {
	const { run, request } = call;
	const { connection, operation } = request;
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(today(call), connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential.",
			reached(run),
		),
		failure: { cause: 'rate-limited' },
		retryAfterMs: untilMidnight(Date.now()),
	});
}

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Budget, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}
