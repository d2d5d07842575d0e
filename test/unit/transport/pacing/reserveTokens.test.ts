import type { Call, Run } from '../../../../nodes/AgentSuite/transport/call';
import { Budget } from '../../../../nodes/AgentSuite/transport/pacing/budget';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/pacing/clock';
import { Halt } from '../../../../nodes/AgentSuite/transport/pacing/halt';
import { reserveTokens } from '../../../../nodes/AgentSuite/transport/pacing/reserveTokens';
import { RunUsage } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';

const newRun = () =>
	({ usage: new RunUsage(), budget: new Budget(), halt: new Halt() }) as unknown as Run;
const callOf = (account: string, more: Partial<Call> = {}) =>
	({
		operation: { tokens: 5 },
		connection: { account, tokensPerDay: 8 },
		maxTokens: 0,
		...more,
	}) as unknown as Call;

test('a poll whose time ends while others hold the tokens of the day is not told that they are spent', async () => {
	const settle = await reserveTokens(newRun(), callOf('held'));
	const late = newRun();
	const deadline = steadyClock.now();
	await expect(reserveTokens(late, callOf('held', { deadline }))).rejects.toMatchObject({
		message: "Request not sent: requests in progress might use the rest of 'Tokens per Day'",
		isTemporary: true,
	});
	expect(late.budget.isIdle).toBe(true);
	settle('yes');
	await expect(reserveTokens(late, callOf('held', { deadline }))).rejects.toMatchObject({
		message: expect.stringContaining("'Tokens per Day' would be exceeded (5 of 8") as string,
	});
	expect(late.budget.isIdle).toBe(true);
});

test('a request that others hold up is sent when they cost nothing', async () => {
	const settle = await reserveTokens(newRun(), callOf('free'));
	const waiting = reserveTokens(newRun(), callOf('free'));
	settle('no');
	const settleWaiting = await waiting;
	settleWaiting('no');
});
