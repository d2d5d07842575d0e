import type { IAllExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import type { QueuedRequest, RateLimiter } from '../rateLimiter/rateLimiter';
import type { Limits } from '../rateLimiter/windows';
import { limitText, type RunUsage } from './runUsage';
import { haltReason, sleepUnlessStopped } from './sleep';

/** How long a request can wait. */
export interface Deadlines {
	/** Maximum time it waits for the rate limit and for a pause that the service asks for, over all attempts. */
	maxWaitMs: number;
	/** When it has to end, by `clock`, because the time of a poll is limited. */
	deadline?: number;
	/** Message texts for a rate limit that resets too late. */
	late?: { why: string; advice: string };
}

/** The run that waits. */
export interface Waiter {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	/** Ends waits on n8n's Stop, at the end of the run, or when the token is refused. */
	signal: AbortSignal | undefined;
}

/** The waits of one request, over all its attempts. */
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

/** The time in ms, unaffected by changes of the system clock. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** Time until the deadline, ms. */
export function timeLeft({ deadline = Infinity }: Deadlines): number {
	return Math.max(0, deadline - clock());
}

/** A time for the user, in the time zone of the workflow. */
export function momentText(at: number, context: IAllExecuteFunctions): string {
	const timeZone = context.getTimezone();
	// The Swedish locale writes dates like ISO 8601: 2026-03-04 15:30:00.
	return `${new Date(at).toLocaleString('sv-SE', { timeZone })} (${timeZone})`;
}

/** Why the request cannot wait for the slot, and what to do. */
function reasonOf(call: Deadlines, run: Waiter): { why: string; advice: string } {
	if (call.late) return call.late;
	if (timeLeft(call) < Infinity) {
		return {
			why: 'the poll times out before then',
			advice: 'A later poll tries again. If this happens often, poll less often.',
		};
	}
	return {
		why: `'Max Wait (Seconds)' is ${call.maxWaitMs / 1000}`,
		advice: run.usage.progressAdvice("Raise the option 'Max Wait (Seconds)'", 'after that time'),
	};
}

function tooLong(
	{ limit }: QueuedRequest,
	ms: number,
	call: Deadlines,
	run: Waiter,
	{ refusal }: Waits,
): Problem {
	const what = limit === undefined ? 'the rate limit' : limitText(limit);
	const resets = `${what} ${limit === 'pause' ? 'ends' : 'resets'}`;
	const inSeconds = `in ${Math.ceil(ms / 1000)} s`;
	const { why, advice } = reasonOf(call, run);
	const more = `That is at ${momentText(Date.now() + ms, run.context)}, and ${why}. ${advice}`;
	return new Problem({
		kind: 'status',
		status: 429,
		message: refusal?.headline ?? `Request not sent: ${resets} ${inSeconds}`,
		detail: refusal?.detail,
		description: refusal ? `The request was not retried: ${resets} ${inSeconds}. ${more}` : more,
		forModel: `Call the tool again ${inSeconds}.`,
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Waiter, { limit }: QueuedRequest, ms: number): void {
	if (limit === undefined || ms < NOTICEABLE_MS) return;
	const text = `Agent Suite: waiting ${Math.ceil(ms / 1000)} s for ${limitText(limit)}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}

/**
 * Waits until the limits allow the request.
 * @throws {Problem} when that takes longer than Max Wait, or the run is stopped
 */
export async function acquireSlot(
	run: Waiter,
	call: Deadlines & { limits: Limits },
	limiter: RateLimiter,
	waits: Waits,
): Promise<QueuedRequest> {
	const began = clock();
	const slot = limiter.enqueue(began, call.limits);
	let announced = false;
	try {
		for (;;) {
			if (run.signal?.aborted) throw haltReason(run.signal);
			const now = clock();
			const ms = limiter.tryAcquire(slot, now);
			if (ms <= 0) return slot;
			const { at, limit } = slot;
			if (at - began > waits.leftMs || at - now > timeLeft(call)) {
				throw tooLong(slot, at - now, call, run, waits);
			}
			if (!announced) announce(run, slot, at - now);
			announced = true;
			// In slices, because a slot that another request gives back moves this one up.
			await sleepUnlessStopped(Math.min(ms, RECHECK_MS), run.signal);
			if (limit !== undefined) run.usage.waited(now, clock(), limit);
		}
	} finally {
		limiter.release(slot);
		waits.leftMs = Math.max(0, waits.leftMs - (clock() - began));
	}
}
