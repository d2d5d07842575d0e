import type { IAllExecuteFunctions } from 'n8n-workflow';

import { billingGetTokenBalance as operation } from '../../../nodes/AgentSuite/resources/operations';
import { Problem } from '../../../nodes/AgentSuite/model/problem';
import type { Call, Run } from '../../../nodes/AgentSuite/transport/call';
import { connectionOf } from '../../../nodes/AgentSuite/transport/connection';
import { lostFailure } from '../../../nodes/AgentSuite/transport/errors/lostFailure';
import { Budget } from '../../../nodes/AgentSuite/transport/pacing/budget';
import { steadyClock } from '../../../nodes/AgentSuite/transport/pacing/clock';
import { Halt } from '../../../nodes/AgentSuite/transport/pacing/halt';
import { Mutex } from '../../../nodes/AgentSuite/transport/pacing/mutex';
import { RunUsage } from '../../../nodes/AgentSuite/transport/pacing/runUsage';
import { RateLimiters } from '../../../nodes/AgentSuite/transport/rateLimiter/registry';
import { prepare } from '../../../nodes/AgentSuite/transport/request';
import { replyOf } from '../../../nodes/AgentSuite/transport/outcome';
import { requestRecords } from '../../../nodes/AgentSuite/transport/send';

const connection = connectionOf({ accessToken: 'abc', baseUrl: 'https://api.example.com' });
const success = { statusCode: 200, body: operation.sample };
const refusal = (statusCode: number, retryAfter?: number) => ({
	statusCode,
	headers: { 'retry-after': retryAfter?.toString() },
	body: '',
});

/** A run whose requests get these responses in turn. It notes how long it would wait before each, and the time each has. */
function newRun(responses: Array<{ statusCode: number }>, halt = new Halt()) {
	const [waits, timeouts]: [number[], number[]] = [[], []];
	halt.sleep = async (ms) => await Promise.resolve(void waits.push(ms));
	const helpers = {
		httpRequestWithAuthentication: async (_: string, { timeout }: { timeout: number }) => {
			timeouts.push(timeout);
			return await Promise.resolve(responses[timeouts.length - 1]);
		},
	};
	const run: Run = {
		context: { helpers } as unknown as IAllExecuteFunctions,
		usage: new RunUsage(),
		halt,
		budget: new Budget(),
		accountQueue: new Mutex(),
		limiters: new RateLimiters(undefined, () => 0),
	};
	const request = prepare(operation, connection.baseUrl, {});
	const send = async (changes: Partial<Call>) =>
		await requestRecords(run, {
			operation,
			connection,
			request,
			timeoutMs: 60_000,
			maxWaitMs: 60_000,
			maxTokens: 0,
			secrets: [],
			ordinaryTexts: [],
			...changes,
		});
	return { run, send, waits, timeouts };
}
const endsIn = (ms: number) => ({ deadline: steadyClock.now() + ms });

test('a poll does not wait for a retry in its last second, or beyond its deadline', async () => {
	const { send, waits } = newRun([refusal(503, 10)]);
	await expect(send(endsIn(10_900))).rejects.toThrow('HTTP 503');
	expect(waits).toEqual([0]);
});

test('a request of a poll has no more time than the poll', async () => {
	const { send, timeouts } = newRun([success, success]);
	await send({});
	await send(endsIn(5000));
	expect(timeouts[0]).toBe(60_000);
	expect(timeouts[1]).toBeLessThanOrEqual(5000);
});

test('a request for which no time is left takes no place in the rate limit', async () => {
	const { run, send, timeouts } = newRun([success]);
	const limited = { ...connection, limits: { minute: 1, hour: 0, day: 0 } };
	await expect(send({ connection: limited, ...endsIn(500) })).rejects.toMatchObject({
		message: 'Request not sent: the time of this poll is over',
		failure: { cause: 'temporarily-unavailable' },
	});
	await send({ connection: limited, maxWaitMs: 0 });
	expect(timeouts).toHaveLength(1);
	expect(run.usage.requests).toBe(1);
});

test('each Retry-After of a 503 is taken off Max Wait, and other pauses are not', async () => {
	const { run, send, waits } = newRun([refusal(502), refusal(503, 1), refusal(503, 1)]);
	run.backoffMs = 60_000;
	await expect(send({ maxWaitMs: 1500 })).rejects.toThrow('HTTP 503');
	expect(waits).toHaveLength(3);
});

test('the pauses between attempts are random, so that many do not come back at the same time', async () => {
	const { run, send, waits } = newRun([refusal(502), refusal(502), success]);
	run.backoffMs = 60_000;
	await send({});
	expect(new Set(waits).size).toBe(3);
});

test('429 responses are not counted as failed attempts', async () => {
	const throttled = Array.from({ length: 5 }, () => refusal(429, 0.001));
	const { send, timeouts } = newRun([...throttled, refusal(502), refusal(502), success]);
	await send({});
	expect(timeouts).toHaveLength(8);
});

test('a Retry-After of a 429 is taken off Max Wait once', async () => {
	const halt = new Halt();
	const { send } = newRun([refusal(429, 0.2), success], halt);
	halt.sleep = Halt.prototype.sleep.bind(halt);
	expect(await send({ maxWaitMs: 300 })).toHaveLength(1);
});

describe('what ends a request in the pause after an attempt that may have been processed', () => {
	/** Sends a request that gets a 503, and does this in the pause before the next attempt. */
	async function endedBy(end: (halt: Halt) => void, halt = new Halt()): Promise<unknown> {
		const { send } = newRun([refusal(503, 50), success], halt);
		halt.sleep = async (ms, account) => {
			if (ms > 0) setTimeout(() => end(halt));
			await Halt.prototype.sleep.call(halt, ms, account);
		};
		return await send({}).catch((error: unknown) => error);
	}
	const request = 'GET /billing-token/getTokenBalance';

	test('Stop: n8n sees it, and what was sent before is told', async () => {
		const stop = new AbortController();
		const error = await endedBy(() => stop.abort(), new Halt(stop.signal));
		expect(error).toMatchObject({
			kind: 'stopped',
			message: 'The execution was canceled',
			description: expect.stringMatching(/Before that: .*HTTP 503/) as string,
			facts: { request, tokens: '1 might have been charged' },
		});
	});

	test('another item that stopped the node: its error is shown', async () => {
		const error = await endedBy((halt) => halt.endRun());
		expect(error).toMatchObject({
			message: 'Request not sent, because another item stopped the node',
			description: expect.not.stringContaining('Before that') as string,
		});
	});

	test('a token that is refused elsewhere: the error is that of the attempt', async () => {
		const refused = new Problem({ kind: 'status', message: 'Refused', description: 'Buy tokens' });
		const error = await endedBy((halt) => halt.endAccount(connection.account, refused));
		expect(error).toMatchObject({ message: expect.stringContaining('HTTP 503') as string });
	});
});

describe('the facts of a request count the tokens of all attempts', () => {
	const expensive = { operation: { ...operation, tokens: 5 as const } };
	const noSuccess = { statusCode: 200, body: { success: false, message: 'No' } };
	test.each([
		['four failed ones', [503, 503, 503, 503], '20 might have been charged'],
		['a failed one before a refusal that costs nothing', [503, 401], '5 might have been charged'],
		['refusals alone', [429, 401], 'none charged'],
		['a success that is none', [], '5 charged'],
		['that after a failed one', [502], '5 charged, 5 more might have been charged'],
	])('%s', async (_, statuses, tokens) => {
		const { run, send } = newRun([...statuses.map((status) => refusal(status, 0.001)), noSuccess]);
		run.backoffMs = 0;
		await expect(send(expensive)).rejects.toMatchObject({ facts: { tokens } });
	});
});

test('what the rate limiter is told of a request that was not sent, was lost, or succeeded', () => {
	const sent = { operation, url: connection.baseUrl, timeoutMs: 1000 };
	expect(replyOf(undefined)).toBe('unsent');
	expect(replyOf({ failure: lostFailure('closed', sent) })).toBe('lost');
	expect(replyOf({ body: undefined })).toBe('answered');
});
