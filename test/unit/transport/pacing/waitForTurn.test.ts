import type { IExecuteFunctions } from 'n8n-workflow';

import { Progress } from '../../../../nodes/AgentSuite/action/progress';
import { usageHint } from '../../../../nodes/AgentSuite/action/hints';
import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import type { Fate } from '../../../../nodes/AgentSuite/transport/outcomes/outcome';
import {
	waitForTurn,
	type Granted,
} from '../../../../nodes/AgentSuite/transport/pacing/waitForTurn';
import { waitTooLong } from '../../../../nodes/AgentSuite/transport/pacing/tooLong';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/clock';
import { RateLimiter } from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import { Turn, type Limits } from '../../../../nodes/AgentSuite/transport/rateLimiter/types';
import type { Request } from '../../../../nodes/AgentSuite/transport/request';
import { newRun, type Run } from '../../../../nodes/AgentSuite/transport/run/run';
import { enqueue, NO_LIMITS, pause } from '../../../support/limiter';
import { callOf, outcomeOf, requestOf } from '../../../support/requests';

let log: string[];
let messages: string[];
let run: Run;
/** Without limits. */
let limiter: RateLimiter;
/** Of the requests with limits. */
let limited: RateLimiter | undefined;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 2, 1, 20, 30) });
	log = [];
	messages = [];
	const logger = { debug: (text: string) => log.push(text) };
	const sendMessageToUI = (text: string) => messages.push(text);
	const context = { logger, sendMessageToUI, getMode: () => 'trigger', getTimezone: () => 'UTC' };
	run = newRun(context as unknown as Run['context']);
	limiter = new RateLimiter(NO_LIMITS);
	limited = undefined;
});
afterEach(() => jest.useRealTimers());

/** A request with a credential with some limits. */
const requestWith = (limits: Partial<Limits>, more: Partial<Request> = {}) => {
	const { connection, ...request } = requestOf(undefined, { maxWaitMs: 5000, ...more });
	const all = { ...NO_LIMITS, ...limits };
	return { ...request, connection: { ...connection, limits: all } };
};
const unlimited = requestWith({});
const perMinute = requestWith({ minute: 1 });

/** A call of this request in the run, with this Max Wait. */
const call = (request: Request, maxWaitMs = 5000) => {
	const { limits } = request.connection;
	const hasLimits = Object.values(limits).some(Number.isFinite);
	const ofRequest = hasLimits ? (limited ??= new RateLimiter(limits)) : limiter;
	return { ...callOf(run, request, maxWaitMs), limiter: ofRequest };
};

/** Asks for its turn, and lets time pass as long as it waits. Returns what it throws, too. */
async function acquire(given: Request | ReturnType<typeof call>, maxWaitMs?: number) {
	const asked = 'outcomes' in given ? given : call(given, maxWaitMs);
	let hasEnded = false;
	const result = waitForTurn(asked)
		.catch((error: unknown) => error)
		.finally(() => (hasEnded = true));
	while (!hasEnded) await jest.advanceTimersToNextTimerAsync();
	return await result;
}

/** A request that is in progress. */
function sent(of = limiter): Turn {
	const turn = new Turn();
	expect(of.ask(turn, steadyClock.now())).toBeUndefined();
	return turn;
}

/** The service refuses a request, and asks for a pause. */
const refuse = (retryAfterMs: number, request = sent(), of = limiter) => {
	const asked = { reason: 'tooManyRequests', ms: retryAfterMs } as const;
	of.noteReply(request, 'throttled', steadyClock.now(), asked);
};

describe('a wait', () => {
	test('can be as long as Max Wait, in whole seconds', async () => {
		await acquire(perMinute);
		expect(await acquire(perMinute, 61_000)).not.toBeInstanceOf(Error);
		run = newRun(run.context);
		const [first, second] = [sent(), sent()];
		refuse(5000, first);
		setTimeout(() => refuse(5000, second), 200);
		expect(await acquire(unlimited)).not.toBeInstanceOf(Error);
	});

	test('is little longer than two seconds at most if Max Wait is 0', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 0);
		const [first, second] = [sent(), sent()];
		refuse(1200, first);
		expect(await acquire(unlimited, 0)).not.toBeInstanceOf(Error);
		refuse(2000, second);
		expect(await acquire(unlimited, 0)).toMatchObject({
			message: 'Rate limit: the service asked to pause until 20:31 UTC',
			description: expect.stringContaining('(now 0 s)') as string,
		});
		expect(await acquire(unlimited, 2000)).not.toBeInstanceOf(Error);
	});

	test('for a pause counts for all requests of the run, until one of them is answered', async () => {
		const [first, second, third] = [sent(), sent(), sent()];
		refuse(60_000, first);
		expect(await acquire(unlimited, 90_000)).not.toBeInstanceOf(Error);
		refuse(60_000, second);
		expect(await acquire(unlimited, 90_000)).toMatchObject({
			status: 429,
			description: expect.stringContaining('(now 90 s, of which 60 s are used)') as string,
		});
		call(unlimited).maxWait.startOver();
		refuse(60_000, third);
		expect(await acquire(unlimited, 90_000)).not.toBeInstanceOf(Error);
	});

	test('for a limit counts for one request, also before the one that went before has a response', async () => {
		await acquire(perMinute);
		expect(await acquire(perMinute, 61_000)).not.toBeInstanceOf(Error);
		expect(await acquire(perMinute, 61_000)).not.toBeInstanceOf(Error);
	});

	test('for tokens holds up nobody else in the rate limiter', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 0);
		refuse(1000);
		const connection = { ...unlimited.connection, accountKey: 'short', tokensPerDay: 1 };
		const scarce = { ...unlimited, connection };
		const other = newRun(run.context);
		const waiting = waitForTurn(call(scarce));
		run = other;
		// It takes the only token of the day while the first one waits for the end of the pause.
		await jest.advanceTimersByTimeAsync(500);
		call(scarce).account.day.today(Date.now()).reserve(1);
		await jest.advanceTimersByTimeAsync(1000);
		expect(limiter['queue'].length).toBe(0);
		call(scarce).account.day.today(Date.now()).settle(1, 0);
		await jest.advanceTimersByTimeAsync(1000);
		await waiting;
	});

	test('for a limit counts in all attempts of a request', async () => {
		await acquire(perMinute);
		const asked = call(perMinute, 90_000);
		expect(await acquire(asked)).not.toBeInstanceOf(Error);
		expect(await acquire(asked)).toMatchObject({ status: 429 });
	});

	test('for a pause counts in all attempts of a request, also if others are answered meanwhile', async () => {
		const [first, second] = [sent(), sent()];
		const asked = call(unlimited, 90_000);
		refuse(60_000, first);
		expect(await acquire(asked)).not.toBeInstanceOf(Error);
		asked.maxWait.startOver();
		refuse(60_000, second);
		expect(await acquire(asked)).toMatchObject({
			description: expect.stringContaining('(now 90 s, of which 60 s are used)') as string,
		});
	});

	test('for a pause does not count for another run', async () => {
		for (const request of [sent(), sent()]) {
			refuse(60_000, request);
			expect(await acquire(unlimited, 60_000)).not.toBeInstanceOf(Error);
			run = newRun(run.context);
		}
	});

	test('for a place among those in flight counts for each request, also if the service does not answer', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 0);
		refuse(5000);
		for (let second = 0; second < 10; second++) {
			const began = steadyClock.now();
			// The wait for the end of the pause takes all of Max Wait, and a place is free after a second.
			expect(await acquire(unlimited)).not.toBeInstanceOf(Error);
			expect(steadyClock.now() - began).toBe(second === 0 ? 5000 : 1000);
		}
		// Behind many others.
		for (let ahead = 0; ahead < 20; ahead++) enqueue(limiter);
		run = newRun(run.context);
		const began = steadyClock.now();
		expect(await acquire(unlimited)).toMatchObject({
			status: 429,
			description: expect.stringContaining('(now 5 s, of which 5 s are used)') as string,
			retryAfterMs: 60_000,
		});
		expect(steadyClock.now() - began).toBeLessThan(7200);
		// With 0, for little more than two seconds.
		run = newRun(run.context);
		expect(await acquire(unlimited, 0)).toMatchObject({ status: 429 });
		expect(run.usage.secondsWaited).toBeLessThanOrEqual(2);
	});

	test('for tokens of requests in progress does not count: those end it', async () => {
		const connection = { ...unlimited.connection, accountKey: 'scarce', tokensPerDay: 1 };
		const scarce = { ...unlimited, connection };
		const { settle } = (await acquire(scarce)) as { settle: (fate: 'turnedAway') => void };
		setTimeout(() => settle('turnedAway'), 50_000);
		expect(await acquire(scarce, 0)).not.toBeInstanceOf(Error);
		expect(run.usage.secondsWaited).toBe(50);
	});

	test('for a limit reserves no tokens, which others can use meanwhile', async () => {
		const budget = { accountKey: 'shared budget', tokensPerDay: 2 };
		const limited = { ...perMinute, connection: { ...perMinute.connection, ...budget } };
		const free = { ...unlimited, connection: { ...unlimited.connection, ...budget } };
		const settled = async (request: Request, fate: Fate) =>
			((await acquire(request, 0)) as Granted).settle(fate);
		await settled(limited, 'done');
		const waiting = waitForTurn(call(limited, 61_000));
		await jest.advanceTimersByTimeAsync(1000);
		run = newRun(run.context);
		await settled(free, 'turnedAway');
		expect(run.usage.waitedFor.size).toBe(0);
		await jest.advanceTimersByTimeAsync(61_000);
		await waiting;
	});

	test('that is given up leaves the queue', async () => {
		await acquire(perMinute);
		setTimeout(() => run.halt.endRun(), 20_000);
		expect(await acquire(perMinute, 61_000)).toMatchObject({ kind: 'ended' });
		expect(limiter['queue'].length).toBe(0);
	});

	test('ends soon after another request was not sent after all', async () => {
		const { noteReply } = (await acquire(perMinute)) as Granted;
		setTimeout(() => noteReply('unsent'), 1500);
		const began = steadyClock.now();
		await acquire(perMinute, 61_000);
		expect(steadyClock.now() - began).toBe(1500);
	});

	test('is announced once, and in the hint', async () => {
		await acquire(perMinute);
		await acquire(perMinute, 61_000);
		const text = 'for the per-minute limit';
		expect(messages).toEqual([`Agent Suite: waiting 61 s ${text}`]);
		expect(log).toEqual(messages);
		run.usage.requests = 2;
		expect(usageHint(run.usage, new Progress(1, false), 0)).toContain(`waited 61 s ${text}`);
	});

	test('for a service that is unavailable is called so', async () => {
		pause(limiter, 'outage', 3000, steadyClock.now());
		await acquire(unlimited);
		expect(messages).toEqual(['Agent Suite: waiting 3 s for the service to be available again']);
	});

	test('is not announced if it is short', async () => {
		refuse(1900);
		await acquire(unlimited);
		expect(log).toEqual([]);
	});

	test('is announced when another request makes it long, by the same limit or another one', async () => {
		const [first, second] = [sent(), sent()];
		refuse(1900, first);
		setTimeout(() => refuse(100_000, second), 1500);
		await acquire(unlimited, 300_000);
		expect(messages).toEqual(['Agent Suite: waiting 100 s for the pause the service asked for']);

		messages = [];
		const ofLimited = (limited = new RateLimiter(perMinute.connection.limits));
		const third = sent(ofLimited);
		setTimeout(() => refuse(99_900, third, ofLimited), 9500);
		await acquire(perMinute, 300_000);
		expect(messages).toEqual([
			'Agent Suite: waiting 61 s for the per-minute limit',
			'Agent Suite: waiting 100 s for the pause the service asked for',
		]);
	});

	test('is announced once for the backoff and the place after it', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 1);
		for (const backoff of [0, 1000, 2000]) {
			jest.advanceTimersByTime(backoff);
			limiter.noteReply(sent(), 'throttled', steadyClock.now());
		}
		// Behind it, the first place is free after the backoff.
		const ahead = enqueue(limiter);
		setTimeout(() => limiter.ask(ahead, steadyClock.now()), 4000);
		const began = steadyClock.now();
		await acquire(unlimited);
		expect(steadyClock.now() - began).toBe(5000);
		expect(messages).toEqual(['Agent Suite: waiting 4 s for the backoff after a 429 response']);
	});

	test('for a place is announced without a time, because nobody knows when it ends', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 0);
		limiter.noteReply(sent(), 'throttled', steadyClock.now());
		// Each is free after a second, and taken again.
		for (let second = 0; second < 3; second++) {
			const ahead = enqueue(limiter);
			setTimeout(() => limiter.ask(ahead, steadyClock.now()), second * 1000);
		}
		await acquire(unlimited);
		expect(messages).toEqual(['Agent Suite: waiting for the backoff after a 429 response']);
	});

	test('of a poll is only in the log, because its context cannot announce it', async () => {
		delete (run.context as Partial<IExecuteFunctions>).sendMessageToUI;
		await acquire(perMinute);
		expect(await acquire(perMinute, 61_000)).not.toBeInstanceOf(Error);
		expect(log).toHaveLength(1);
	});
});

test('a run that has ended gets no turn, also without a wait', async () => {
	run.halt.endRun();
	expect(await acquire(unlimited)).toMatchObject({ kind: 'ended' });
	expect(limiter['congestion']['inFlight'].size).toBe(0);
	expect(limiter['queue'].length).toBe(0);
});

describe('a wait that is too long', () => {
	test('is refused with the limit, and when it resets', async () => {
		const hourly = requestWith({ hour: 1 });
		await acquire(hourly);
		expect(await acquire(hourly)).toMatchObject({
			kind: 'status',
			status: 429,
			message: 'Rate limit: the hourly limit resets at 21:31 UTC',
			description:
				"The request was not sent. Try again in 61 min, or raise the option 'Max Wait (Seconds)' (now 5 s).",
			forModel: 'Call the tool again in 61 min.',
			failure: { cause: 'rate-limited' },
			retryAfterMs: 3_601_000,
		});
	});

	test('names no Max Wait where a user cannot change it, as in the list of an editor', async () => {
		const list = requestWith({ hour: 1 }, { hasOptions: false });
		await acquire(list);
		expect(await acquire(list)).toMatchObject({
			description: 'The request was not sent. Try again in 61 min.',
		});
	});

	test('is refused with the pause, and when it ends', async () => {
		refuse(10_000);
		expect(await acquire(unlimited)).toMatchObject({
			message: 'Rate limit: the service asked to pause until 20:31 UTC',
		});
	});

	test.each(['tooManyRequests', 'outage'] as const)(
		'for a pause (%s) says what ends it',
		async (reason) => {
			const wayOut =
				'If the pause is far too long, enter a new token, restart n8n, or without queue mode, test the credential.';
			pause(limiter, reason, 3_600_000, steadyClock.now());
			const { description } = (await acquire(unlimited)) as Problem;
			expect(description.endsWith(` ${wayOut}`)).toBe(true);
			// A limit of the credential is no pause.
			const daily = requestWith({ day: 1 });
			await acquire(daily, Infinity);
			expect(await acquire(daily)).toHaveProperty(
				'description',
				expect.not.stringContaining('pause') as string,
			);
		},
	);

	test('is refused with a backoff of our own, which is not called the pause of the service', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 1);
		limiter.noteReply(sent(), 'throttled', steadyClock.now());
		// The first ones would not be too long.
		for (const backoff of [1000, 2000]) {
			jest.advanceTimersByTime(backoff);
			limiter.noteReply(sent(), 'throttled', steadyClock.now());
		}
		expect(await acquire(unlimited, 0)).toMatchObject({
			message:
				'Rate limit: the service received too many requests, so the node sends nothing until 20:31 UTC',
		});
	});

	test('for a place is refused without an end that nobody knows', async () => {
		limiter = new RateLimiter(NO_LIMITS, undefined, undefined, () => 0);
		limiter.noteReply(sent(), 'throttled', steadyClock.now());
		enqueue(limiter);
		expect(await acquire(unlimited, 0)).toMatchObject({
			message:
				'Rate limit: the service received too many requests, so the node sends only a few at a time',
			description: expect.stringContaining('Try again in 60 s') as string,
			retryAfterMs: 60_000,
		});
	});

	test('for tokens of requests in progress is one when the time of a poll is over', async () => {
		const connection = { ...unlimited.connection, accountKey: 'polled', tokensPerDay: 1 };
		await acquire({ ...unlimited, connection });
		const deadline = steadyClock.now() + 2500;
		expect(await acquire({ ...unlimited, connection, deadline })).toMatchObject({
			message: 'Request not sent: the time of this poll is over',
		});
	});

	test('counts from its beginning, and says what is left if that becomes clear in the middle', async () => {
		const [first, second] = [sent(), sent()];
		refuse(3000, first);
		setTimeout(() => refuse(5800, second), 1500);
		expect(await acquire(unlimited)).toMatchObject({
			description: expect.stringMatching(/^The request was not sent. Try again in 6 s/) as string,
		});
	});

	test('says how far the run has come', async () => {
		run = { ...run, progress: new Progress(3, true) };
		await acquire(perMinute);
		expect(await acquire(perMinute)).toMatchObject({
			description: expect.stringMatching(/\(now 5 s\)\. Processed 0 of 3 items\.$/) as string,
		});
	});

	test.each([
		[
			'trigger',
			'A later poll tries again. If this happens often, run large jobs at other times, or divide the rate limits.',
		],
		['manual', 'Try again later.'],
	] as const)('for a poll (%s) does not suggest a longer one', async (mode, remedy) => {
		run.context.getMode = () => mode;
		// The last second is too short for a request, so a wait that ends in it is none.
		const poll = requestWith({ minute: 1 }, { deadline: steadyClock.now() + 61_999 });
		await acquire(poll);
		expect(await acquire(poll, 61_000)).toMatchObject({
			description: `The request was not sent. This poll would time out first. ${remedy}`,
			isTemporary: true,
		});
		const later = { ...poll, deadline: steadyClock.now() + 62_000 };
		expect(await acquire(later, 61_000)).not.toBeInstanceOf(Error);
	});

	const after = (status: 429 | 502 | 503) => {
		const text = { message: 'Rejected', detail: 'Slow down', description: 'Wait.' };
		const problem = new Problem({ kind: 'status', ...text });
		const fate = status === 429 ? 'throttled' : 'unclear';
		return { ...call(unlimited), outcomes: [outcomeOf({ problem, status, fate })] };
	};

	test('after a 429 is told with when to try again, and what the service says', async () => {
		refuse(10_000);
		expect(await acquire(after(429))).toMatchObject({
			line: 'Rate limit: the service asked to pause until 20:31 UTC: Slow down',
			description: expect.stringMatching(/^Try again in 10 s/) as string,
		});
	});

	test.each(['backoff', 'place'] as const)(
		'after a 429, a %s too shows what the service says',
		(reason) => {
			expect(waitTooLong(after(429), { reason, ms: 10_000 }).detail).toBe('Slow down');
		},
	);

	test('for another reason than the last attempt does not show what the service said of that', async () => {
		pause(limiter, 'outage', 10_000, steadyClock.now());
		for (const status of [429, 502] as const)
			expect(await acquire(after(status))).toHaveProperty('detail', undefined);
	});

	test('for a limit of the credential does not show what the service said of another one', async () => {
		const limited = requestWith({ hour: 1 });
		await acquire(limited);
		const throttled = { ...call(limited), outcomes: after(429).outcomes };
		expect(await acquire(throttled)).toMatchObject({
			message: expect.stringContaining('the hourly limit') as string,
			detail: undefined,
		});
	});
});
