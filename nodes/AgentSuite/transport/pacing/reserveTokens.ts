import { Problem } from '../../model/problem';
import type { Call, Run } from '../call';
import { takeOffMaxWait, type Progress } from '../progress';
import type { Budget, Charge } from './budget';
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
function maxTokensExceeded({ usage, budget }: Run, { maxTokens, operation }: Call): Problem {
	return new Problem({
		kind: 'input',
		message: `Request not sent: 'Max Tokens' would be exceeded ${shortage(budget, maxTokens, operation.tokens)}`,
		description: `Raise the option 'Max Tokens' (now ${maxTokens}). ${usage.reached()}`.trim(),
		forModel: 'Do not call this tool again. Tell the user that its token limit is reached.',
	});
}

function tokensPerDayExceeded(
	{ usage }: Run,
	{ connection, operation }: Call,
	day: Budget,
): Problem {
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: 'Daily Token Limit' would be exceeded ${shortage(day, connection.tokensPerDay, operation.tokens)}`,
		description:
			`Wait until midnight UTC, or raise 'Daily Token Limit' in the credential. This request cost no tokens. ${usage.reached()}`.trim(),
		failure: { cause: 'rate-limited', retryAfterMs: DAY_MS - (Date.now() % DAY_MS) },
	});
}

function tokensPerDayReserved(run: Run, { deadline, maxWaitMs }: Call): Problem {
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
	{ halt }: Run,
	call: Call,
	progress: Progress,
): Promise<'reserved' | 'exceeded' | 'tooLate'> {
	for (;;) {
		const budget = budgetNow();
		const result = budget.reserve(call.operation.tokens, limit);
		if (result !== 'dependsOnThoseInProgress') return result;
		if (progress.waitLeftMs <= 0 || timeToWait(call) <= 0) return 'tooLate';
		const began = steadyClock.now();
		await halt.wait(budget.settled(), call.connection.account);
		takeOffMaxWait(progress, steadyClock.now() - began);
	}
}

/**
 * Reserves the tokens of one request in the budgets of the execution and of the day.
 * @returns a function that ends the reservation
 * @throws {Problem} when a limit would be exceeded, and the request must not be sent
 */
export async function reserveTokens(
	run: Run,
	call: Call,
	progress: Progress,
): Promise<(charge: Charge) => void> {
	const { usage, budget } = run;
	const { operation, connection, maxTokens } = call;
	const { tokens } = operation;
	const { account, tokensPerDay } = connection;
	const today = () => dayBudget(account, Date.now());

	const inExecution = await reserveIn(() => budget, maxTokens, run, call, progress);
	if (inExecution !== 'reserved') throw maxTokensExceeded(run, call);
	let isReserved = false;
	try {
		const onDay = await reserveIn(today, tokensPerDay, run, call, progress);
		if (onDay === 'exceeded') throw tokensPerDayExceeded(run, call, today());
		if (onDay === 'tooLate') throw tokensPerDayReserved(run, call);
		isReserved = true;
	} finally {
		// Also after Stop, or what else ends the wait. n8n's linter allows no `catch` that throws again.
		if (!isReserved) budget.settle(tokens, 'no');
	}
	return (charge) => {
		const day = today();
		budget.settle(tokens, charge);
		day.settle(tokens, charge);
		usage.charge(tokens, charge);
		if (tokensPerDay > 0) {
			usage.today.set(account, `${inDigits(day.used)} of ${inDigits(tokensPerDay)}`);
		}
	};
}
