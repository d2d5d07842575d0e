import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import type { Call, Run } from '../../../../nodes/AgentSuite/transport/call';
import type { Failure } from '../../../../nodes/AgentSuite/transport/errors/failure';
import { acquireSlot } from '../../../../nodes/AgentSuite/transport/pacing/acquireSlot';
import { steadyClock } from '../../../../nodes/AgentSuite/transport/pacing/clock';
import { Halt } from '../../../../nodes/AgentSuite/transport/pacing/halt';
import { RunUsage } from '../../../../nodes/AgentSuite/transport/pacing/runUsage';
import {
	RateLimiter,
	type QueuedRequest,
} from '../../../../nodes/AgentSuite/transport/rateLimiter/rateLimiter';
import type { Limits } from '../../../../nodes/AgentSuite/transport/rateLimiter/windows';
import { newProgress, type Progress } from '../../../../nodes/AgentSuite/transport/progress';
import { stateOf } from '../rateLimiter/stateOf';

let log: string[];
let messages: string[];
let run: Run;
let limiter: RateLimiter;

beforeEach(() => {
	jest.useFakeTimers();
	log = [];
	messages = [];
	const logger = { debug: (text: string) => log.push(text) };
	const sendMessageToUI = (text: string) => messages.push(text);
	run = {
		usage: new RunUsage(),
		halt: new Halt(),
		context: { logger, sendMessageToUI, getMode: () => 'trigger' },
	} as unknown as Run;
	limiter = new RateLimiter();
});
afterEach(() => jest.useRealTimers());

/** A call of a credential with some limits. */
const callWith = (limits: Partial<Limits>, more: Partial<Call> = {}) =>
	({
		connection: { account: 'any', limits: { minute: 0, hour: 0, day: 0, ...limits } },
		maxWaitMs: 5000,
		...more,
	}) as unknown as Call;
const unlimited = callWith({});
const perMinute = callWith({ minute: 1 });

/** Asks for a slot, and lets time pass as long as it waits. Returns what it throws, too. */
async function acquire(call: Call, progress = newProgress(5000)) {
	let isOver = false;
	const outcome = acquireSlot(run, call, limiter, progress)
		.catch((error: unknown) => error)
		.finally(() => (isOver = true));
	while (!isOver) await jest.advanceTimersToNextTimerAsync();
	return await outcome;
}

/** A request that is in progress. */
function sent(): QueuedRequest {
	const now = steadyClock.now();
	const request = limiter.enqueue(now, unlimited.connection.limits);
	expect(limiter.tryAcquire(request, now)).toBeUndefined();
	return request;
}

/** The service refuses a request, and asks for a pause. */
const refuse = (retryAfterMs: number, request = sent()) =>
	limiter.report(request, steadyClock.now(), { retryAfterMs });

describe('a wait', () => {
	test('alone is taken off Max Wait: a Retry-After that is equal to it can still be waited for', async () => {
		const progress = newProgress(61_000);
		// On a real clock, because no request takes no time at all.
		jest.useRealTimers();
		await acquireSlot(run, perMinute, limiter, progress);
		expect(progress.waitLeftMs).toBe(61_000);
	});

	test('can be as long as Max Wait', async () => {
		const progress = newProgress(61_000);
		await acquire(perMinute, progress);
		expect(await acquire(perMinute, progress)).not.toBeInstanceOf(Error);
		expect(progress.waitLeftMs).toBe(0);
	});

	test('that is given up leaves the queue, and is taken off too', async () => {
		const progress = newProgress(61_000);
		await acquire(perMinute, progress);
		setTimeout(() => run.halt.endRun(), 20_000);
		expect(await acquire(perMinute, progress)).toMatchObject({ kind: 'stopped' });
		expect(stateOf(limiter, steadyClock.now()).waiting).toBe(0);
		expect(progress.waitLeftMs).toBeLessThanOrEqual(41_100);
	});

	test('ends soon after another request gives its slot back', async () => {
		const progress = newProgress(61_000);
		const unsent = (await acquire(perMinute, progress)) as QueuedRequest;
		setTimeout(() => limiter.report(unsent, steadyClock.now(), 'unsent'), 1500);
		await acquire(perMinute, progress);
		expect(progress.waitLeftMs).toBe(59_500);
	});

	test('is announced once, and in the hint', async () => {
		await acquire(perMinute);
		await acquire(perMinute, newProgress(61_000));
		const text = 'for the per-minute limit';
		expect(messages).toEqual([`Agent Suite: waiting 61 s ${text}`]);
		expect(log).toEqual(messages);
		run.usage.requests = 2;
		expect(run.usage.hint(0)).toContain(`waited 61 s ${text}`);
	});

	test('is not announced if it is short', async () => {
		refuse(1900);
		await acquire(unlimited);
		expect(log).toEqual([]);
	});

	test('is announced when another request makes it long, by the same limit or another one', async () => {
		const [first, second] = [sent(), sent()];
		refuse(1900, first);
		setTimeout(() => refuse(101_400, second), 1500);
		await acquire(unlimited, newProgress(200_000));
		expect(messages).toEqual(['Agent Suite: waiting 100 s for the pause the service asked for']);

		messages = [];
		limiter = new RateLimiter();
		const third = sent();
		setTimeout(() => refuse(109_400, third), 9500);
		await acquire(perMinute, newProgress(200_000));
		expect(messages).toEqual([
			'Agent Suite: waiting 61 s for the per-minute limit',
			'Agent Suite: waiting 100 s for the pause the service asked for',
		]);
	});

	test('of a poll is only in the log, because its context cannot announce it', async () => {
		delete (run.context as Partial<IExecuteFunctions>).sendMessageToUI;
		await acquire(perMinute);
		expect(await acquire(perMinute, newProgress(61_000))).not.toBeInstanceOf(Error);
		expect(log).toHaveLength(1);
	});
});

test('a run that has ended gets no slot, also without a wait', async () => {
	run.halt.endRun();
	expect(await acquire(unlimited)).toMatchObject({ kind: 'stopped' });
	expect(stateOf(limiter, steadyClock.now())).toMatchObject({ counted: 0, inFlight: 0 });
});

describe('a wait that is too long', () => {
	test('is refused with the limit, and when it resets', async () => {
		const hourly = callWith({ hour: 1 });
		await acquire(hourly);
		expect(await acquire(hourly)).toMatchObject({
			kind: 'status',
			status: 429,
			message: 'Request not sent: the hourly limit resets in 61 min',
			description: "Try again in 61 min, or raise 'Max Wait (Seconds)' (now 5 s).",
			forModel: 'Call the tool again in 61 min.',
			failure: { cause: 'rate-limited', retryAfterMs: 3_601_000 },
		});
	});

	test('is refused with the pause, and when it ends', async () => {
		refuse(10_000);
		expect(await acquire(unlimited)).toMatchObject({
			message: 'Request not sent: the pause the service asked for ends in 10 s',
		});
	});

	test('is refused with a backoff of our own, which is not called the pause of the service', async () => {
		limiter = new RateLimiter(undefined, () => 1);
		limiter.report(sent(), steadyClock.now(), {});
		expect(await acquire(unlimited, newProgress(500))).toMatchObject({
			message: 'Request not sent: the backoff after a 429 response ends in 1 s',
		});
	});

	test('is only refused for what is known: the rest of Max Wait does not matter to a place in the congestion window', async () => {
		const [first, second] = [sent(), sent()];
		limiter.report(second, steadyClock.now(), { retryAfterMs: 5000 });
		limiter.report(first, steadyClock.now(), 'answered');
		// Both wait for as long as Max Wait allows. Then one of them waits for the response to the other.
		const progress = newProgress(5000);
		const other = acquireSlot(run, unlimited, limiter, newProgress(5000));
		const late = acquire(unlimited, progress);
		const inFlight = await other;
		setTimeout(() => limiter.report(inFlight, steadyClock.now(), 'answered'), 700);
		expect(await late).not.toBeInstanceOf(Error);
		expect(progress.waitLeftMs).toBe(0);
	});

	test('counts from its beginning, and says what is left if that becomes clear in the middle', async () => {
		const [first, second] = [sent(), sent()];
		refuse(3000, first);
		setTimeout(() => refuse(5400, second), 1500);
		const progress = newProgress(5000);
		expect(await acquire(unlimited, progress)).toMatchObject({
			message: 'Request not sent: the pause the service asked for ends in 4 s',
		});
		expect(progress.waitLeftMs).toBe(3500);
	});

	test('says how far the run has come', async () => {
		run.usage = new RunUsage(3);
		await acquire(perMinute);
		expect(await acquire(perMinute)).toMatchObject({
			description: expect.stringMatching(/\(now 5 s\)\. Processed 0 of 3 items\.$/) as string,
		});
	});

	test.each([
		['trigger', 'A later poll tries again. If this happens often, poll less often.'],
		['manual', 'Try again later.'],
	] as const)('for a poll (%s) does not suggest a longer one', async (mode, remedy) => {
		run.context.getMode = () => mode;
		// The last second is too short for a request, so a wait that ends in it is none.
		const poll = callWith({ minute: 1 }, { deadline: steadyClock.now() + 61_999 });
		await acquire(poll);
		expect(await acquire(poll, newProgress(61_000))).toMatchObject({
			description: `This poll would time out before then. ${remedy}`,
			isTemporary: true,
		});
		const later = { ...poll, deadline: steadyClock.now() + 62_000 };
		expect(await acquire(later, newProgress(61_000))).not.toBeInstanceOf(Error);
	});

	const after = (retry: Failure['retry']): Progress => {
		const text = { message: 'Refused', detail: 'Slow down', description: 'Wait.' };
		const problem = new Problem({ kind: 'status', ...text });
		problem.facts = { request: 'GET /agent/lead', tokens: 'none charged' };
		return { ...newProgress(5000), last: { problem, retry, charged: 'no', processed: 'no' } };
	};

	test('after a 429 is told as that 429, with when to try again', async () => {
		refuse(10_000);
		expect(await acquire(unlimited, after('throttled'))).toMatchObject({
			message: 'Refused: Slow down',
			headline: 'Refused',
			description: expect.stringMatching(/^Try again in 10 s/) as string,
			facts: { request: 'GET /agent/lead' },
		});
	});

	test('after another failure is told as itself', async () => {
		refuse(10_000);
		expect(await acquire(unlimited, after('unavailable'))).toMatchObject({
			message: 'Request not sent: the pause the service asked for ends in 10 s',
			facts: undefined,
		});
	});
});
