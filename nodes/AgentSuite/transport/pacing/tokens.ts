import { inDigits, sentences } from '../../texts/words';
import { untilMidnight } from '../account/dayBudget';
import type { Call } from '../call';
import { NotSent } from '../errors/notSent';
import { chargeOf, type Fate } from '../outcomes/outcome';
import { reached } from '../run/run';
import type { Obstacle } from './waits';

/** Asked each time, because a day can end while a request waits, or is in progress. */
const today = ({ account }: Call) => account.day.today(Date.now());

/**
 * Whether tokens of the execution, or of the day, hold up a request: others in progress have reserved them, and can give them back.
 * @throws {NotSent} when a budget would be exceeded, whatever those cost
 */
export function tokensObstacle(call: Call): Obstacle | undefined {
	const { run, request } = call;
	const { operation, connection, maxTokens } = request;
	const execution = run.budget.lackOf(operation.tokens, maxTokens);
	const day = today(call).lackOf(operation.tokens, connection.tokensPerDay);
	if (execution === 'exceeded') throw maxTokensExceeded(call);
	if (day === 'exceeded') throw tokensPerDayExceeded(call);
	return execution || day ? { reason: 'tokens' } : undefined;
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

/** The tokens of a budget. */
interface Tally {
	used: number;
	reserved: number;
}

/** The execution has too few tokens left. */
export function maxTokensExceeded({ run, request }: Call): NotSent {
	const { maxTokens, operation } = request;
	return new NotSent({
		kind: 'input',
		headline: `Request not sent: 'Max Tokens' would be exceeded ${shortage(run.budget, maxTokens, operation.tokens)}`,
		description: sentences(`Raise the option 'Max Tokens' (now ${maxTokens}).`, reached(run)),
		forModel:
			'The token limit of this tool is reached. Do not call this tool again. Tell the user.',
	});
}

/** The day has too few tokens left. */
export function tokensPerDayExceeded(call: Call): NotSent {
	const { connection, operation } = call.request;
	return new NotSent({
		kind: 'status',
		status: 429,
		headline: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(today(call), connection.tokensPerDay, operation.tokens)}`,
		description: sentences(
			"Wait until midnight UTC, or raise 'Daily Token Limit' in the credential.",
			reached(call.run),
		),
		failure: { cause: 'rate-limited' },
		retryAfterMs: untilMidnight(Date.now()),
	});
}

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, reserved }: Tally, limit: number, tokens: number): string {
	const ofOthers = reserved > 0 ? ` ${inDigits(reserved)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}
