import type { IAllExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import type { Connection } from '../connection';
import type { QueuedRequest, RateLimiter } from '../rateLimiter/rateLimiter';
import { steadyClock } from './clock';
import type { Halt } from './halt';
import { limitTexts, type RunUsage } from './runUsage';

export interface Deadlines {
	/** Maximum time it waits for the rate limit and for a pause that the service asks for, over all attempts. */
	maxWaitMs: number;
	/** When it has to end, by `steadyClock`, because the time of a poll is limited. */
	deadline?: number;
}

export interface Waiter {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	halt: Halt;
	/** By account: one request at a time waits for the rate limit, so that Max Wait does not include those before it. */
	sendLock: Mutex;
}

/** Of one request, over all its attempts. */
export interface Waits {
	/** What is left of Max Wait, ms. */
	leftMs: number;
	/** The 429 of the last attempt. */
	refusal?: Problem;
}

/** Maximum sleep before asking the rate limiter again, ms. */
const RECHECK_MS = 1000;
/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** Until the deadline, ms. */
export const timeLeft = ({ deadline = Infinity }: Deadlines) =>
	Math.max(0, deadline - steadyClock.now());

/** Runs the tasks of one key one at a time, first come, first served. Tasks of other keys run beside them. */
export class Mutex {
	private readonly last = new Map<string, Promise<unknown>>();

	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const mine = (this.last.get(key) ?? Promise.resolve()).then(task);
		const ended = mine.catch(() => undefined);
		this.last.set(key, ended);
		return await mine;
	}
}

/** Why the request cannot wait for the slot, and what to do. */
function reasonOf(call: Deadlines, { usage }: Waiter): string {
	if (timeLeft(call) < Infinity) {
		return 'the poll times out before then. A later poll tries again. If this happens often, poll less often.';
	}
	const advice = usage.progressAdvice("Raise the option 'Max Wait (Seconds)'", 'after that time');
	return `'Max Wait (Seconds)' is ${call.maxWaitMs / 1000} over all attempts. ${advice}`;
}

function tooLong(
	{ limit }: QueuedRequest,
	ms: number,
	call: Deadlines,
	run: Waiter,
	{ refusal }: Waits,
): Problem {
	const what = limit === undefined ? 'the rate limit' : limitTexts[limit];
	const resets = `${what} ${limit === 'pause' ? 'ends' : 'resets'} in ${Math.ceil(ms / 1000)} s`;
	const timeZone = run.context.getTimezone();
	// The Swedish locale writes dates like ISO 8601: 2026-03-04 15:30:00.
	const at = new Date(Date.now() + ms).toLocaleString('sv-SE', { timeZone });
	const more = `That is at ${at} (${timeZone}), and ${reasonOf(call, run)}`;
	return new Problem({
		kind: 'status',
		status: 429,
		message: refusal?.headline ?? `Request not sent: ${resets}`,
		detail: refusal?.detail,
		description: refusal ? `The request was not retried: ${resets}. ${more}` : more,
		forModel: `Call the tool again in ${Math.ceil(ms / 1000)} s.`,
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Waiter, { limit }: QueuedRequest, ms: number): void {
	if (limit === undefined || ms < NOTICEABLE_MS) return;
	const text = `Agent Suite: waiting ${Math.ceil(ms / 1000)} s for ${limitTexts[limit]}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}

/** Waits for the limits. @throws {Problem} when that takes longer than Max Wait, or the run is stopped */
export async function acquireSlot(
	run: Waiter,
	call: Deadlines & { connection: Connection },
	limiter: RateLimiter,
	waits: Waits,
): Promise<QueuedRequest> {
	const { account, limits } = call.connection;
	const began = steadyClock.now();
	const slot = limiter.enqueue(began, limits);
	let announced = false;
	try {
		run.halt.check(account);
		for (;;) {
			const now = steadyClock.now();
			const ms = limiter.tryAcquire(slot, now);
			if (ms <= 0) return slot;
			const { at, limit } = slot;
			if (at - began > waits.leftMs || at - now > timeLeft(call)) {
				throw tooLong(slot, at - now, call, run, waits);
			}
			if (!announced) announce(run, slot, at - now);
			announced = true;
			// In slices, because a slot that another request gives back moves this one up.
			await run.halt.sleep(Math.min(ms, RECHECK_MS), account);
			if (limit !== undefined) run.usage.waited(steadyClock.now() - now, limit);
		}
	} finally {
		limiter.release(slot);
		waits.leftMs = Math.max(0, waits.leftMs - (steadyClock.now() - began));
	}
}
