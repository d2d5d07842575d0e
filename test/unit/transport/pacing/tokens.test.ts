import { Progress } from '../../../../nodes/AgentSuite/action/progress';
import { usageHint } from '../../../../nodes/AgentSuite/action/hints';
import type { Request } from '../../../../nodes/AgentSuite/transport/request';
import { newRun as runOf, type Run } from '../../../../nodes/AgentSuite/transport/run/run';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/clock';
import { processAccounts } from '../../../../nodes/AgentSuite/transport/account/accounts';
import { waitForTurn } from '../../../../nodes/AgentSuite/transport/pacing/waitForTurn';
import { NO_LIMITS } from '../../../support/limiter';
import { callOf } from '../../../support/requests';

const usedToday = (account: string) =>
	processAccounts.of(account, steadyClock.now()).day.today(Date.now()).used;
const newRun = (): Run => runOf({} as Run['context']);
const requestOf = (accountKey: string, more: Partial<Request> = {}) =>
	({
		operation: { tokens: 5 },
		connection: { accountKey, tokensPerDay: 8 },
		maxTokens: Infinity,
		hasOptions: true,
		...more,
	}) as unknown as Request;
/** Waits until there are tokens, and reserves them. Returns what settles them. */
async function reserve(run: Run, request: Request, maxWaitMs = 60_000) {
	const connection = { ...request.connection, limits: NO_LIMITS };
	return (await waitForTurn(callOf(run, { ...request, connection }, maxWaitMs))).settle;
}

test('a poll whose time ends while others hold the tokens of the day is not told that they are spent', async () => {
	const settle = await reserve(newRun(), requestOf('held'));
	const late = newRun();
	const deadline = steadyClock.now();
	await expect(reserve(late, requestOf('held', { deadline }))).rejects.toMatchObject({
		message: 'Request not sent: the time of this poll is over',
		isTemporary: true,
	});
	expect(late.budget.reserved).toBe(0);
	// The last second is too short for a request, so it does not wait for it.
	const lastSecond = requestOf('held', { deadline: deadline + 999 });
	await expect(reserve(late, lastSecond)).rejects.toThrow('the time of this poll is over');
	expect(late.usage.waitedFor.size).toBe(0);
	settle('done');
	await expect(reserve(late, requestOf('held'))).rejects.toMatchObject({
		message: expect.stringContaining("'Daily Token Limit' would be exceeded (5 of 8") as string,
	});
	expect(late.budget.reserved).toBe(0);
});

test('reads of one node that together exceed Max Tokens are told so as soon as those in progress have used them', async () => {
	const run = newRun();
	const call = requestOf('own', {
		maxTokens: 10,
		connection: { accountKey: 'own', tokensPerDay: Infinity } as Request['connection'],
	});
	const settled = [await reserve(run, call, 0), await reserve(run, call, 0)];
	const third = reserve(run, call, 0);
	settled[0]('done');
	const fourth = reserve(run, call, 0);
	settled[1]('turnedAway');
	settled.push(await third);
	settled[2]('done');
	await expect(fourth).rejects.toMatchObject({
		message:
			"Request not sent: 'Max Tokens' would be exceeded (10 of 10 tokens used, 5 more needed)",
		description: "Raise the option 'Max Tokens' (now 10).",
		isTemporary: false,
	});
});

test('the hint shows the daily budgets of all credentials of a run', async () => {
	const run = newRun();
	for (const account of ['one', 'two', 'one']) {
		const tokensPerDay = account === 'one' ? 2000 : 30;
		const connection = { accountKey: account, tokensPerDay } as Request['connection'];
		(await reserve(run, requestOf(account, { connection })))('done');
		run.usage.requests++;
	}
	expect(usageHint(run.usage, new Progress(1, false), 15)).toBe(
		"3 requests, 15 tokens spent, 10 of 2,000 and 5 of 30 'Daily Token Limit' used",
	);
});

test('a request that others hold up is sent when they cost nothing', async () => {
	const settle = await reserve(newRun(), requestOf('free'));
	const waiting = reserve(newRun(), requestOf('free'));
	settle('turnedAway');
	const settleWaiting = await waiting;
	settleWaiting('turnedAway');
});

describe('an error', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 2, 1, 23, 59) }));
	afterEach(() => jest.useRealTimers());

	const refused = async (run: Run, request: Request) =>
		await reserve(run, request, 0).catch((error: unknown) => error);
	/** Spends tokens of a run and its account. */
	const spend = async (run: Run, account: string, tokens: number) => {
		const call = {
			operation: { tokens },
			connection: { accountKey: account, tokensPerDay: Infinity },
		};
		(await reserve(run, requestOf(account, call as Partial<Request>)))('done');
	};

	test("about 'Max Tokens' says how much is left, and stops a model", async () => {
		const run = newRun();
		await spend(run, 'max', 1000);
		expect(await refused(run, requestOf('max', { maxTokens: 1004 }))).toMatchObject({
			kind: 'input',
			message:
				"Request not sent: 'Max Tokens' would be exceeded (1,000 of 1,004 tokens used, 5 more needed)",
			description: "Raise the option 'Max Tokens' (now 1004).",
			forModel: expect.stringMatching(/^The token limit .* Do not call this tool again/) as string,
		});
	});

	test("about 'Daily Token Limit' says when there are more", async () => {
		await spend(newRun(), 'day', 4);
		expect(await refused(newRun(), requestOf('day'))).toMatchObject({
			status: 429,
			description: expect.stringMatching(/^Wait until midnight UTC/) as string,
			failure: { cause: 'rate-limited' },
			retryAfterMs: 60_000,
		});
	});
});

describe('a wait for what others have reserved', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('is announced once if it is long, and in the hint', async () => {
		const settle = await reserve(newRun(), requestOf('slow'));
		const log: string[] = [];
		const run = runOf({ logger: { debug: (text: string) => log.push(text) } } as never);
		const waiting = reserve(run, requestOf('slow'));
		await jest.advanceTimersByTimeAsync(1900);
		expect(log).toEqual([]);
		await jest.advanceTimersByTimeAsync(300);
		settle('turnedAway');
		await jest.advanceTimersByTimeAsync(100);
		(await waiting)('done');
		const text = 'for tokens that requests in progress might use';
		expect(log).toEqual([`Agent Suite: waiting ${text}`]);
		run.usage.requests++;
		expect(usageHint(run.usage, new Progress(1, false), 5)).toMatch(`waited 2 s ${text}`);
	});
});

describe('over midnight UTC', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 2, 1, 23, 59, 59) }));
	afterEach(() => jest.useRealTimers());

	test('a request counts for the day on which it is sent', async () => {
		const settle = await reserve(newRun(), requestOf('sent'));
		await jest.advanceTimersByTimeAsync(2000);
		settle('done');
		expect(usedToday('sent')).toBe(0);
		jest.setSystemTime(Date.UTC(2026, 2, 1, 12));
		expect(usedToday('sent')).toBe(5);
	});

	test('a request that others hold up gets the tokens of the next day', async () => {
		const call = requestOf('next', {
			connection: { accountKey: 'next', tokensPerDay: 10 },
		} as never);
		(await reserve(newRun(), call))('done');
		const settle = await reserve(newRun(), { ...call, operation: { tokens: 1 } } as Request);
		const waiting = reserve(newRun(), call);
		await jest.advanceTimersByTimeAsync(2000);
		(await waiting)('done');
		settle('done');
		expect(usedToday('next')).toBe(5);
	});
});
