import { Problem } from '../../model/problem';
import { takeOffMaxWait, type Attempt } from '../attempt';
import type { Outcome } from '../outcome';
import type { Budget } from './budget';
import { steadyClock } from './clock';
import { DAY_MS, dayBudget } from './dayBudget';
import { pollRemedy, timeToWait } from './deadline';

const inDigits = (value: number) => value.toLocaleString('en-US');

/** "10 of 12 tokens used, 5 more needed", or "5 of 12 tokens used, 5 in progress, 5 more needed" */
function shortage({ used, inProgress }: Budget, limit: number, tokens: number): string {
	const ofOthers = inProgress > 0 ? ` ${inDigits(inProgress)} in progress,` : '';
	return `(${inDigits(used)} of ${inDigits(limit)} tokens used,${ofOthers} ${tokens} more needed)`;
}

/**
 * By what was used, or by that and what requests in progress might use. Those are the node's own, so a wait that is too long for
 * them ends here as well.
 */
function maxTokensExceeded({ run: { usage, budget }, request }: Attempt): Problem {
	const { maxTokens, operation } = request;
	return new Problem({
		kind: 'input',
		message: `Request not sent: 'Max Tokens' would be exceeded ${shortage(budget, maxTokens, operation.tokens)}`,
		description: `Raise the option 'Max Tokens' (now ${maxTokens}). ${usage.reached()}`.trim(),
		forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
	});
}

function tokensPerDayExceeded({ run: { usage }, request }: Attempt, day: Budget): Problem {
	const { connection, operation } = request;
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(day, connection.tokensPerDay, operation.tokens)}`,
		description:
			`Wait until midnight UTC, or raise 'Daily Token Limit' in the credential. This request cost no tokens. ${usage.reached()}`.trim(),
		failure: { cause: 'rate-limited', retryAfterMs: DAY_MS - (Date.now() % DAY_MS) },
	});
}

function tokensPerDayReserved({ run, request: { deadline, maxWaitMs } }: Attempt): Problem {
	const remedy =
		deadline === undefined
			? `Try again later, or raise 'Max Wait (Seconds)' (now ${maxWaitMs / 1000} s). ${run.usage.reached()}`
			: `This poll would time out before they end. ${pollRemedy(run)}`;
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: requests in progress might use the rest of 'Daily Token Limit'`,
		description: `${remedy.trim()} This request cost no tokens.`,
		forModel: 'Call the tool again later.',
		failure: { cause: 'rate-limited' },
	});
}

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
		if (onDay === 'exceeded') throw tokensPerDayExceeded(attempt, today());
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
