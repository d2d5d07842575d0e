import type { IAllExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../model/problem';
import type { RateLimiter, Slot } from '../rateLimiter/rateLimiter';
import { limitText, type RunUsage } from './runUsage';
import { haltReason, sleepUnlessStopped } from './sleep';

/** How long a request can wait. */
export interface Deadlines {
	/** Maximum time of one wait for the rate limit. */
	maxWaitMs: number;
	/** When it has to end, by `clock`, because the time of a poll is limited. */
	deadline?: number;
	/** Message texts for a rate limit that resets too late. */
	late?: { why: string; cure: string };
}

/** The run that waits. */
export interface Waiter {
	context: IAllExecuteFunctions;
	usage: RunUsage;
	/** Ends waits on n8n's Stop, at the end of the run, or when the token is refused. */
	signal: AbortSignal | undefined;
}

/** Maximum sleep before asking the rate limiter again, ms. */
const LOOK_AGAIN = 1000;

/** The time left, ms: `most`, unless its deadline is nearer. */
export function within(most: number, { deadline = Infinity }: Deadlines): number {
	return Math.max(0, Math.min(most, deadline - clock()));
}

/** The time in ms, unaffected by changes of the system clock. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** A time for the user, in the time zone of the workflow. */
export function momentText(at: number, context: IAllExecuteFunctions): string {
	const timeZone = context.getTimezone();
	// The Swedish locale writes dates like ISO 8601: 2026-03-04 15:30:00.
	return `${new Date(at).toLocaleString('sv-SE', { timeZone })} (${timeZone})`;
}

function tooLong({ limit }: Slot, ms: number, call: Deadlines, run: Waiter): Problem {
	const what = limit === undefined ? 'the rate limit' : limitText(limit);
	const moment = momentText(Date.now() + ms, run.context);
	const resets = `${what} ${limit === 'pause' ? 'ends' : 'resets'} at ${moment}, in ${Math.ceil(ms / 1000)} s`;
	const polled = {
		why: 'this poll cannot last that long',
		cure: 'A later poll tries again. If this happens often, poll less often.',
	};
	const { why, cure } =
		call.late ??
		((call.deadline ?? Infinity) === Infinity
			? {
					why: `'Max Wait (Seconds)' is ${call.maxWaitMs / 1000}`,
					cure: run.usage.goOn("Raise the option 'Max Wait (Seconds)'", 'after that time'),
				}
			: polled);
	return new Problem({
		kind: 'status',
		status: 429,
		message: `Request not sent: ${resets}, and ${why}`,
		description: cure,
		forModel: 'Call the tool again after that time.',
		failure: { cause: 'rate-limited', retryAfterMs: ms },
	});
}

/**
 * Waits until the limits allow the request.
 * @throws {Problem} when that takes longer than Max Wait, or the run is stopped
 */
export async function acquireSlot(
	run: Waiter,
	call: Deadlines,
	limiter: RateLimiter,
): Promise<Slot> {
	const began = clock();
	const slot = limiter.enqueue(began);
	try {
		for (;;) {
			if (run.signal?.aborted) throw haltReason(run.signal);
			const now = clock();
			const ms = limiter.tryAcquire(slot, now);
			if (ms <= 0) return slot;
			const { at, limit } = slot;
			if (at - began > call.maxWaitMs || at - now > within(Infinity, call)) {
				throw tooLong(slot, at - now, call, run);
			}
			const since = Date.now();
			// In slices, because a place that another request gives back moves this one up.
			await sleepUnlessStopped(Math.min(ms, LOOK_AGAIN), run.signal);
			if (limit !== undefined) run.usage.waited(since, Date.now(), limit);
		}
	} finally {
		limiter.release(slot);
	}
}
