import { Readable } from 'node:stream';

import type { IAllExecuteFunctions } from 'n8n-workflow';

import {
	billingGetTokenBalance as operation,
	leadGetAll,
	seoPlatformGetAll,
	snippetUpdate,
} from '../../../nodes/AgentSuite/resources/operations';
import { Problem } from '../../../nodes/AgentSuite/model/problem';
import { steadyClock } from '../../../nodes/AgentSuite/transport/clock';
import type { RateLimiter } from '../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import { Turn } from '../../../nodes/AgentSuite/transport/rateLimiter/types';
import { Halt } from '../../../nodes/AgentSuite/transport/run/halt';
import type { Request } from '../../../nodes/AgentSuite/transport/request';
import { newRun as runOf } from '../../../nodes/AgentSuite/transport/run/run';
import { requestRecords } from '../../../nodes/AgentSuite/transport/send';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import { Accounts } from '../../../nodes/AgentSuite/transport/account/accounts';
import { NO_LIMITS } from '../../support/limiter';
import { requestOf } from '../../support/requests';

const { connection } = requestOf();
/** Those of a process, without backoffs. */
let accounts: Accounts;
beforeEach(() => (accounts = new Accounts(undefined, () => 0)));

const success = { statusCode: 200, body: operation.response.documented };
const refusal = (statusCode: number, retryAfter?: number) => ({
	statusCode,
	headers: { 'retry-after': retryAfter?.toString() },
	body: '',
});

/** A response that does not arrive. */
const lostResponse = (reason: string) => {
	const lost = { then: (_: unknown, reject: (error: Error) => void) => reject(new Error(reason)) };
	return lost as unknown as { statusCode: number };
};

/** A run whose requests get these responses in turn. It notes how long it would wait before each, and the time each has. */
function newRun(responses: Array<{ statusCode: number }>, halt = new Halt()) {
	const [waits, timeouts]: [number[], number[]] = [[], []];
	halt.sleep = async (ms) => await Promise.resolve(void waits.push(ms));
	halt.sleepAMoment = async () => await Promise.resolve();
	const helpers = {
		httpRequestWithAuthentication: async (_: string, { timeout }: { timeout: number }) => {
			timeouts.push(timeout);
			return await Promise.resolve(responses[timeouts.length - 1]);
		},
	};
	const logger = { debug: () => {} };
	const context = { helpers, logger, getTimezone: () => 'UTC' } as unknown as IAllExecuteFunctions;
	const run = runOf(context, { halt, accounts });
	const send = async (changes: Partial<Request>) =>
		await requestRecords(run, requestOf(operation, changes));
	return { run, send, waits, timeouts };
}
const waitReally = (halt: Halt) => {
	const { sleep, sleepAMoment } = Halt.prototype;
	Object.assign(halt, { sleep, sleepAMoment });
};
const endsIn = (ms: number) => ({ deadline: steadyClock.now() + ms });

test('a poll does not wait for a pause or a retry in its last second, or beyond its deadline', async () => {
	const { send } = newRun([refusal(503, 10)]);
	await expect(send(endsIn(10_900))).rejects.toMatchObject({
		message: 'The service is currently unavailable (HTTP 503)',
		description: expect.stringContaining('This poll would time out first.') as string,
	});
	accounts = new Accounts(undefined, () => 0.99, 1e9);
	const late = newRun([refusal(502)]);
	await expect(late.send(endsIn(5000))).rejects.toThrow('HTTP 502');
	expect(late.waits).toEqual([0]);
});

test('a request of a poll has no more time than the poll', async () => {
	const { send, timeouts } = newRun([success, success]);
	await send({});
	await send(endsIn(5000));
	expect(timeouts[0]).toBe(60_000);
	expect(timeouts[1]).toBeLessThanOrEqual(5000);
});

test('an account is used until its last answer', async () => {
	const beganAt = steadyClock.now();
	const account = accounts.of(connection.accountKey, beganAt);
	const answer = new Promise((resolve) => setTimeout(() => resolve(success), 20));
	await newRun([answer as never]).send({});
	expect(account.wasUsedSince(beganAt + 11)).toBe(true);
});

test('a request for which no time is left takes no place in the rate limit', async () => {
	const { run, send, timeouts } = newRun([success]);
	const limited = { ...connection, limits: { ...NO_LIMITS, minute: 1 } };
	await expect(send({ connection: limited, ...endsIn(500) })).rejects.toMatchObject({
		message: 'Request not sent: the time of this poll is over',
		failure: { cause: 'temporarily-unavailable' },
	});
	await send({ connection: limited, maxWaitMs: 0 });
	expect(timeouts).toHaveLength(1);
	expect(run.usage.requests).toBe(1);
});

test('a request that is not sent says how many were, also one that is in progress', async () => {
	const { run, timeouts } = newRun([new Promise(() => {}) as never]);
	const ofItems = { ...run, progress: new Progress(2, false) };
	const limited = { ...connection, limits: { ...NO_LIMITS, minute: 1 } };
	const request = requestOf(operation, { connection: limited, maxWaitMs: 0 });
	// It fails after a minute, when no test listens any more.
	requestRecords(ofItems, request).catch(() => {});
	while (timeouts.length === 0) await new Promise(setImmediate);
	await expect(requestRecords(ofItems, request)).rejects.toMatchObject({
		description: expect.stringContaining('The node sent 1 request but') as string,
	});
});

test('a request that did not reach the service does not count as sent', async () => {
	const { run, send } = newRun([lostResponse('connect ECONNREFUSED'), success]);
	await send({});
	expect(run.usage.requests).toBe(1);
});

describe('a pause after a 503', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 2, 1, 20, 30) }));
	afterEach(() => jest.useRealTimers());

	/** A run that waits as it does for a user, and what its requests came to after all waits. */
	function slowRun(responses: Array<{ statusCode: number }>) {
		const halt = new Halt();
		const run = newRun(responses, halt);
		waitReally(halt);
		const end = async <T>(result: Promise<T>) => {
			let hasEnded = false;
			const ended = result.catch((error: unknown) => error).finally(() => (hasEnded = true));
			while (!hasEnded) await jest.advanceTimersToNextTimerAsync();
			return await ended;
		};
		return { ...run, end };
	}

	test('counts toward Max Wait each time', async () => {
		const { send, end, timeouts } = slowRun([refusal(503, 3), refusal(503, 3)]);
		expect(await end(send({ maxWaitMs: 3000 }))).toMatchObject({
			status: 503,
			message: 'The service is currently unavailable (HTTP 503)',
			description: expect.stringMatching(
				/ Try again in 3 s, or raise .* \(now 3 s, of which 3 s are used\)/,
			) as string,
			failure: { cause: 'temporarily-unavailable' },
			retryAfterMs: 3000,
			facts: { tokens: '2 might have been charged' },
		});
		expect(timeouts).toHaveLength(2);
	});

	test('counts toward Max Wait also while a retry is delayed', async () => {
		accounts = new Accounts(undefined, () => 0.999);
		const { send, end, timeouts } = slowRun([refusal(503, 4), success]);
		expect(await end(send({ maxWaitMs: 1000 }))).toMatchObject({
			message: 'The service is currently unavailable (HTTP 503)',
		});
		expect(timeouts).toHaveLength(1);
		// A delay without a pause does not count.
		accounts = new Accounts(undefined, () => 0.999);
		const other = slowRun([refusal(503), refusal(503), success]);
		expect(await other.end(other.send({ maxWaitMs: 0 }))).toMatchObject({ records: [{}] });
	});

	test('holds for all requests of the account', async () => {
		const [one, other] = [slowRun([refusal(503, 4), success]), slowRun([success])];
		const first = one.send({});
		await jest.advanceTimersByTimeAsync(10);
		expect(await other.end(other.send({ maxWaitMs: 1000 }))).toMatchObject({
			status: 503,
			description: expect.stringMatching(/^The request was not sent\. Try again in 4 s/) as string,
		});
		const began = steadyClock.now();
		expect(await other.end(other.send({}))).toMatchObject({ records: [{}] });
		expect(steadyClock.now() - began).toBeGreaterThanOrEqual(3900);
		expect(await one.end(first)).toMatchObject({ records: [{}] });
		expect([one, other].map(({ timeouts }) => timeouts.length)).toEqual([2, 1]);
	});

	test.each<[string, Partial<Request>]>([
		['a budget', { maxTokens: 1 }],
		[
			'a limit that lasts longer',
			{ connection: { ...connection, limits: { ...NO_LIMITS, hour: 1 } } },
		],
	])('says less than the failure if %s forbids another attempt', async (_, changes) => {
		const { send, end } = slowRun([refusal(503, 1)]);
		expect(await end(send(changes))).toMatchObject({
			message: 'The service is currently unavailable (HTTP 503)',
		});
	});
});

/** A success whose connection closes in its body. */
const cutOff = () => {
	const body = new Readable({ read: () => void body.destroy(new Error('aborted')) });
	return { statusCode: 200, body };
};

test.each([
	[2, 'a 504', () => refusal(504)],
	[2, 'a 408', () => refusal(408)],
	[2, 'a response that is cut off', cutOff],
	[4, 'a 502', () => refusal(502)],
	[4, 'a connection that closes before a response', () => lostResponse('socket hang up')],
])('a read is sent %i times in all if each ends in %s', async (times, _, failed) => {
	const { send, timeouts } = newRun([1, 2, 3, 4, 5].map(failed));
	await expect(send({})).rejects.toThrow();
	expect(timeouts).toHaveLength(times);
});

test('backoffs are random, so that many do not come back at the same time', async () => {
	accounts = new Accounts(undefined, Math.random);
	const { send, waits } = newRun([refusal(502), refusal(502), success]);
	await send({});
	expect(new Set(waits).size).toBe(3);
});

test('429 responses take nothing of the retry quota', async () => {
	const throttled = Array.from({ length: 200 }, () => refusal(429));
	const { send, timeouts } = newRun([...throttled, refusal(502), success]);
	expect(await send({})).toMatchObject({ records: [{}] });
	expect(timeouts).toHaveLength(202);
});

test('a request that was retried says that retries stopped when none is left', async () => {
	const { retries } = accounts.of(connection.accountKey, steadyClock.now());
	for (let taken = 1; taken < 128; taken++) retries.take();
	const { send, timeouts } = newRun([refusal(502), refusal(502)]);
	await expect(send({})).rejects.toMatchObject({
		description: expect.stringMatching(
			/ Next attempt: Request not sent, because many other requests failed as well\. Retry when/,
		) as string,
	});
	expect(timeouts).toHaveLength(2);
});

test('a response that shows that the service works gives a retry back, also an error', async () => {
	const { retries } = accounts.of(connection.accountKey, steadyClock.now());
	while (retries.take());
	const { send } = newRun([refusal(404), refusal(502), success]);
	await expect(send({})).rejects.toMatchObject({ status: 404 });
	expect(await send({})).toMatchObject({ records: [{}] });
});

test('a success whose body is lost gives no retry back', async () => {
	const { retries } = accounts.of(connection.accountKey, steadyClock.now());
	while (retries.take());
	const cut = { ...success, body: new Readable({ read() {} }) };
	cut.body.destroy(new Error('read ECONNRESET'));
	const { send, timeouts } = newRun([cut, success]);
	await expect(send({})).rejects.toThrow('was closed');
	expect(timeouts).toHaveLength(1);
});

test('retries that are not sent take nothing of the retry quota', async () => {
	const { send, timeouts } = newRun([
		...Array.from({ length: 200 }, () => refusal(503, 3600)),
		refusal(502),
		success,
	]);
	const request = { connection: { ...connection, limits: NO_LIMITS } };
	const account = accounts.of(connection.accountKey, steadyClock.now());
	for (let sent = 0; sent < 200; sent++) {
		await expect(send(request)).rejects.toThrow('HTTP 503');
		account.pauses.endAll();
	}
	expect(await send(request)).toMatchObject({ records: [{}] });
	expect(timeouts).toHaveLength(202);
});

/** The rate limiter of the requests. */
const usedLimiter = () =>
	accounts.of(connection.accountKey, steadyClock.now()).limiterOf(connection.limits);

/** What the rate limiter was told of the requests that were sent. */
const repliesIn = (noteReply: jest.SpyInstance<unknown, Parameters<RateLimiter['noteReply']>>) =>
	noteReply.mock.calls.map(([, reply]) => reply);

test('the rate limiter is told what got through, and a lost response is none of it', async () => {
	const { send } = newRun([refusal(429, 0.001), lostResponse('read ECONNRESET'), refusal(404)]);
	const limiter = usedLimiter();
	const noteReply = jest.spyOn(limiter, 'noteReply');
	await expect(send({})).rejects.toMatchObject({ status: 404 });
	expect(repliesIn(noteReply)).toEqual(['throttled', 'unanswered', 'answered']);
});

test('the rate limiter is told of a 429 when its head arrives, also if its body does not', async () => {
	const body = new Readable({ read() {} });
	const { send, timeouts } = newRun([{ ...refusal(429, 3600), body } as { statusCode: number }]);
	const limiter = usedLimiter();
	const noteReply = jest.spyOn(limiter, 'noteReply');
	const failed = send({}).catch((error: unknown) => error);
	while (timeouts.length === 0) await new Promise(setImmediate);
	await new Promise(setImmediate);
	const pause = { reason: 'tooManyRequests', ms: 3_600_000 };
	expect(noteReply.mock.calls.map(([, ...what]) => what)).toEqual([
		['throttled', expect.any(Number), pause],
	]);
	expect(await failed).toMatchObject({ status: 429 });
	expect(repliesIn(noteReply)).toEqual(['throttled']);
});

/** A response with which something fails that nobody foresaw, after its head has come. */
const breaking = {
	statusCode: 404,
	headers: { 'x-request-id': 'req_1' },
	body: {
		get message() {
			throw new TypeError('Broken');
		},
	},
};

test('a request that was sent takes its tokens and its place, also if its response cannot be read at all', async () => {
	const { run, send } = newRun([breaking]);
	const limiter = usedLimiter();
	const noteReply = jest.spyOn(limiter, 'noteReply');
	await expect(send({})).rejects.toMatchObject({
		line: expect.stringContaining('The node stopped for an unknown reason: TypeError') as string,
		facts: { requestId: 'req_1' },
	});
	expect(repliesIn(noteReply)).toEqual(['answered']);
	expect(run.usage.perhapsSpent).toBe(1);
});

test('what nobody foresaw after a request was sent is told, not why an earlier attempt was not sent', async () => {
	const { send } = newRun([lostResponse('getaddrinfo ENOTFOUND'), breaking]);
	await expect(send({})).rejects.toMatchObject({
		line: 'The node stopped for an unknown reason: TypeError',
	});
});

test.each([
	...[401, 402, 403, 404, 429, 500, 503].map((status) => [String(status), refusal(status, 3600)]),
	['200 of a website', { statusCode: 200, headers: {}, body: '<title>Welcome</title>' }],
] as Array<[string, { statusCode: number }]>)(
	'after a %s, a test of the credential is sent again',
	async (_, response) => {
		const { credentialTest } = accounts.of(connection.accountKey, steadyClock.now());
		credentialTest.pass(credentialTest.begin(), steadyClock.now());
		await newRun([success]).send({});
		expect(credentialTest.isPassed(steadyClock.now())).toBe(true);
		await expect(newRun([response]).send({})).rejects.toThrow(Problem);
		expect(credentialTest.isPassed(steadyClock.now())).toBe(false);
	},
);

test.each<[string, Array<{ statusCode: number }>]>([
	['a rejected token', [refusal(401)]],
	[
		'a host that is not found',
		Array<{ statusCode: number }>(3).fill(lostResponse('getaddrinfo ENOTFOUND')),
	],
	['a 503', Array<{ statusCode: number }>(3).fill(refusal(503))],
])('an update that can have been processed, then failed with %s, says so once', async (_, last) => {
	const { run } = newRun([refusal(503), ...last]);
	const failure = requestRecords(run, requestOf(snippetUpdate)).catch((error: unknown) => error);
	const { description } = (await failure) as Problem;
	expect(description.match(/may still have been processed/g)).toHaveLength(1);
});

test('a wait that is too long is told with the facts of the earlier attempts', async () => {
	const { send } = newRun([refusal(429, 3600)]);
	await expect(send({})).rejects.toMatchObject({
		message: expect.stringMatching(/^Rate limit: the service asked to pause until/) as string,
		facts: { request: 'GET /test', tokens: 'none charged' },
	});
});

test('a success has the facts of all attempts, in case that something fails after it', async () => {
	const headers = { 'x-request-id': 'req_1' };
	const { send } = newRun([refusal(503), { ...success, headers } as never]);
	expect(await send({})).toMatchObject({
		records: [{ totalTokenCount: 5250 }],
		facts: {
			request: 'GET /test',
			requestId: 'req_1',
			tokens: '1 charged, 1 more might have been charged',
		},
	});
});

test('a text of a record is nothing that the service says of a success', async () => {
	const said = { ...success, body: { totalTokenCount: 1, message: 'private' } };
	const { facts } = await newRun([said as never]).send({});
	expect(facts).not.toHaveProperty('response');
});

test('Max Wait bounds slow 429s too, whatever others get between them', async () => {
	const { now } = steadyClock;
	let later = 0;
	steadyClock.now = () => now() + later;
	try {
		// Answers to other runs, so that the backoff does not grow.
		const { send, timeouts } = newRun(Array.from({ length: 200 }, () => refusal(429)));
		const limiter = usedLimiter();
		const noteReply = limiter.noteReply.bind(limiter);
		jest.spyOn(limiter, 'noteReply').mockImplementation((...given) => {
			noteReply(...given);
			later += 3000;
			const turn = new Turn();
			if (!limiter.ask(turn, steadyClock.now())) noteReply(turn, 'answered', steadyClock.now());
		});
		await expect(send({ maxWaitMs: 20_000 })).rejects.toThrow('Rate limit');
		expect(timeouts.length).toBeLessThanOrEqual(12);
	} finally {
		steadyClock.now = now;
	}
});

describe('Max Wait bounds the waits of a run until a request gets through', () => {
	const limited = refusal(429, 200);

	test.each([
		['a success', success, 200],
		['a response about the request', refusal(404), 404],
		['a 403', refusal(403), 403],
		['a 500', refusal(500), 500],
	])('%s: the next request has all of it', async (_, last, status) => {
		jest.useFakeTimers();
		try {
			const halt = new Halt();
			const { send, timeouts } = newRun([limited, last, limited, last], halt);
			waitReally(halt);
			for (let request = 0; request < 2; request++) {
				const result = send({ maxWaitMs: 300_000 }).catch((error: unknown) => error);
				await jest.advanceTimersByTimeAsync(250_000);
				expect(await result).toMatchObject(
					status === 200 ? { records: [{}] } : { facts: {}, status },
				);
			}
			expect(timeouts).toHaveLength(4);
		} finally {
			jest.useRealTimers();
		}
	});

	test.each([
		['a response that cannot be read', lostResponse('Parse Error'), { kind: 'connection' }],
		['no connection', lostResponse('connect ECONNREFUSED'), { kind: 'connection' }],
		['a 502, after which a request is sent again', refusal(502), { status: 502 }],
		['a 503 without Retry-After', refusal(503), { status: 503 }],
		['a redirect', refusal(302), { status: 302 }],
		['what a cache says', refusal(304), { status: 304 }],
		['the login of a proxy', refusal(407), { status: 407 }],
		['a proxy that waited too long', refusal(408), { status: 408 }],
		['a status that HTTP does not have', refusal(999), { status: 999 }],
	])('%s is no answer: the next request has what is left', async (_, failed, told) => {
		jest.useFakeTimers();
		try {
			const halt = new Halt();
			const { run, send } = newRun([limited, failed, failed, failed, failed], halt);
			waitReally(halt);
			const first = send({ maxWaitMs: 300_000 }).catch((error: unknown) => error);
			await jest.advanceTimersByTimeAsync(250_000);
			expect(await first).toMatchObject(told);
			expect(run.ofAccounts.of(connection.accountKey).paused.ms).toBeGreaterThanOrEqual(200_000);
		} finally {
			jest.useRealTimers();
		}
	});

	test('nothing: after the first request has failed, the others do so soon', async () => {
		jest.useFakeTimers();
		try {
			const halt = new Halt();
			const { send, timeouts } = newRun(Array<typeof limited>(1000).fill(limited), halt);
			waitReally(halt);
			const began = steadyClock.now();
			for (let request = 0; request < 20; request++) {
				let hasEnded = false;
				const result = send({ maxWaitMs: 300_000 })
					.catch((error: unknown) => error)
					.finally(() => (hasEnded = true));
				while (!hasEnded) await jest.advanceTimersByTimeAsync(100);
				expect(await result).toMatchObject({ status: 429 });
			}
			expect(steadyClock.now() - began).toBeLessThan(300_000);
			expect(timeouts).toHaveLength(2);
		} finally {
			jest.useRealTimers();
		}
	});
});

test('429 responses are not counted as failed attempts', async () => {
	const throttled = Array.from({ length: 5 }, () => refusal(429, 0.001));
	const { send, timeouts } = newRun([...throttled, refusal(502), refusal(502), success]);
	await send({});
	expect(timeouts).toHaveLength(8);
});

test('a Retry-After of a 429 counts toward Max Wait once', async () => {
	const halt = new Halt();
	const { send } = newRun([refusal(429, 1), success], halt);
	waitReally(halt);
	expect(await send({ maxWaitMs: 1000 })).toMatchObject({ records: [{}] });
});

test.each([
	[4, 1, 0],
	[4, 1, 0.999],
	[1, 2, 0],
	[1, 2, 0.999],
])(
	'without Max Wait, a 429 to each of a burst (%d in each of %d runs) fails none of them, also if the service is slow afterwards: %d',
	async (each, runs, random) => {
		jest.useFakeTimers();
		try {
			accounts = new Accounts(undefined, () => random);
			const after = async (ms: number, response: { statusCode: number }) =>
				await new Promise((resolve) => setTimeout(() => resolve(response), ms));
			let sent = 0;
			const respond = async () =>
				await (sent++ < each * runs ? after(20, refusal(429)) : after(1500, success));
			const results = Promise.all(
				Array.from({ length: runs }, () => {
					const halt = new Halt();
					const { run, send } = newRun([], halt);
					run.context.helpers.httpRequestWithAuthentication = respond as never;
					waitReally(halt);
					return Array.from(
						{ length: each },
						async () => await send({ maxWaitMs: 0 }).catch((error: unknown) => error),
					);
				}).flat(),
			);
			await jest.advanceTimersByTimeAsync(10_000);
			for (const result of await results) expect(result).toMatchObject({ records: [{}] });
		} finally {
			jest.useRealTimers();
		}
	},
);

test.each([
	['a backoff', undefined],
	['a pause', 3],
])('in the queue, %s after a 429 counts toward Max Wait for all', async (_, retryAfter) => {
	jest.useFakeTimers();
	try {
		accounts = new Accounts(undefined, () => 1);
		const halt = new Halt();
		const refusals = Array.from({ length: 1000 }, () => refusal(429, retryAfter));
		const { send } = newRun(refusals, halt);
		waitReally(halt);
		const sent = Array.from({ length: 20 }, async () => await send({ maxWaitMs: 30_000 }));
		let hasEnded = false;
		const results = Promise.all(
			sent.map(async (one) => await one.catch((error: unknown) => String(error))),
		).finally(() => (hasEnded = true));
		const began = steadyClock.now();
		while (!hasEnded) await jest.advanceTimersByTimeAsync(1000);
		expect((await results).every((error) => String(error).includes('Rate limit'))).toBe(true);
		expect(steadyClock.now() - began).toBeLessThan(45_000);
	} finally {
		jest.useRealTimers();
	}
});

test('after a lost connection, a limit that forbids another attempt says less than the loss', async () => {
	const { send } = newRun([lostResponse('read ECONNRESET')]);
	await expect(send({ maxTokens: 1 })).rejects.toMatchObject({
		message: expect.stringContaining('was closed before the full response arrived') as string,
		facts: { tokens: '1 might have been charged' },
	});
});

describe('what ends a request in the pause after an attempt that may have been processed', () => {
	/** Sends a request that gets a 503, and does this in the pause before the next attempt. */
	async function endedBy(end: (halt: Halt) => void, halt = new Halt()): Promise<unknown> {
		const { send } = newRun([refusal(503, 50), success], halt);
		halt.sleepAMoment = async (leftMs, account) => {
			setTimeout(() => end(halt));
			await Halt.prototype.sleepAMoment.call(halt, leftMs, account);
		};
		return await send({}).catch((error: unknown) => error);
	}
	const request = 'GET /test';

	test('Stop: n8n sees it, and what was sent before is in its facts', async () => {
		const stop = new AbortController();
		const error = await endedBy(() => stop.abort(), new Halt(stop.signal));
		expect(error).toMatchObject({
			kind: 'stopped',
			message: 'The execution was canceled',
			facts: { request, tokens: '1 might have been charged' },
		});
	});

	test('another item that stopped the node: its error is shown', async () => {
		const error = await endedBy((halt) => halt.endRun());
		expect(error).toMatchObject({
			message: 'Request not sent, because another item stopped the node',
		});
	});

	test('a token that is rejected elsewhere: that is told after what this request came to', async () => {
		const refused = new Problem({ kind: 'status', message: 'Refused', description: 'Buy tokens' });
		const error = await endedBy((halt) => halt.endAccount(connection.accountKey, refused));
		expect(error).toMatchObject({
			message: expect.stringContaining('(HTTP 503)') as string,
			description: expect.stringMatching(
				/^The request may still have been charged.* Next attempt: Request not sent, because an earlier one was rejected: Refused\. Buy tokens$/,
			) as string,
			facts: { request, tokens: '1 might have been charged' },
		});
	});
});

describe('of a success of another shape', () => {
	const read = async (ofOperation: Partial<Request>, body: unknown) => {
		const { send } = newRun([{ statusCode: 200, body } as { statusCode: number }]);
		return await send(ofOperation).catch((error: unknown) => error);
	};
	const platform = { id: 1, config: { applicationPassword: 'abcd EFGH' } };

	test.each([
		[[{ platform }]],
		[{ success: false, message: { ...platform } }],
		[{ errors: [platform] }],
	])('with secrets, nothing nested is shown: %j', async (body) => {
		const error = await read({ operation: seoPlatformGetAll }, body);
		expect(error).toMatchObject({
			kind: 'response',
			facts: { tokens: expect.any(String) as string },
		});
		expect(JSON.stringify([error, String(error)])).not.toContain('abcd');
	});

	test.each([leadGetAll, seoPlatformGetAll])(
		'what the service says is shown: $id',
		async (list) => {
			const saying = await read({ operation: list }, { success: false, message: 'It is locked' });
			expect(saying).toMatchObject({
				detail: 'It is locked',
				facts: { response: 'It is locked', tokens: '5 might have been charged' },
			});
		},
	);

	test('without secrets, no data is shown', async () => {
		const request = { operation: leadGetAll };
		const data = await read(request, { success: false, data: [{ lead: { phone: '+1555' } }] });
		expect(JSON.stringify([data, String(data)])).not.toContain('555');
	});
});

describe('the facts of a request count the tokens of all attempts', () => {
	const expensive = { operation: { ...operation, tokens: 5 as const } };
	const noSuccess = { statusCode: 200, body: { success: false, message: 'No' } };
	test.each([
		['four failed ones', [503, 503, 503, 503], '20 might have been charged'],
		['a failed one before a refusal that costs nothing', [503, 401], '5 might have been charged'],
		['refusals alone', [429, 401], 'none charged'],
		['a success that is none', [], '5 might have been charged'],
		['that after a failed one', [502], '10 might have been charged'],
	])('%s', async (_, statuses, tokens) => {
		const { send } = newRun([...statuses.map((status) => refusal(status, 0.001)), noSuccess]);
		await expect(send(expensive)).rejects.toMatchObject({ facts: { tokens } });
	});
});
