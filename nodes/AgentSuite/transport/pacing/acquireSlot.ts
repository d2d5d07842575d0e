import { takeOffMaxWait, type Attempt } from '../attempt';
import { limitTexts } from '../errors/limitTexts';
import { waitTooLong } from '../errors/waits';
import { inWords } from '../inWords';
import type { QueuedRequest, RateLimiter } from '../rateLimiter/rateLimiter';
import type { LimitName } from '../rateLimiter/windows';
import type { Run } from '../run';
import { steadyClock } from './clock';
import { timeToWait } from './deadline';

/** Maximum sleep before asking the rate limiter again, ms. The response to another request can make room. */
export const RECHECK_MS = 100;
/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, limit: LimitName, ms: number): void {
	const text = `Agent Suite: waiting ${inWords(ms)} for ${limitTexts[limit]}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}

/**
 * Waits for the limits and pauses. What is known of that wait is taken off what is left of Max Wait. That begins when it is the
 * turn of the request (`accountQueue` of the run), so the requests of many items can wait for longer in total. A wait for
 * requests in flight does not count either: nobody knows when it ends, and it is short.
 * @throws {Problem} when it is known that it takes longer than Max Wait or the deadline allows, or the run is stopped
 */
export async function acquireSlot(attempt: Attempt, limiter: RateLimiter): Promise<QueuedRequest> {
	const { run, request } = attempt;
	const { account, limits } = request.connection;
	// Later by the time that does not count.
	let began = steadyClock.now();
	let counted = 0;
	const queued = limiter.enqueue(began, limits);
	let announced: LimitName | undefined;
	try {
		run.halt.check(account);
		for (;;) {
			const now = steadyClock.now();
			const wait = limiter.tryAcquire(queued, now);
			if (wait === undefined) return queued;
			const { askAgainMs, earliestAt, limit } = wait;
			const leftMs = earliestAt - now;
			const isKnown = leftMs > 0;
			const isTooLong = isKnown && earliestAt - began > attempt.waitLeftMs;
			if (isTooLong || leftMs > timeToWait(request)) throw waitTooLong(limit, leftMs, attempt);
			// A 429 of another execution can make a short wait long, for another limit.
			if (leftMs >= NOTICEABLE_MS && limit !== announced) {
				announce(run, limit, leftMs);
				announced = limit;
			}
			await run.halt.sleep(Math.min(askAgainMs, RECHECK_MS), account);
			const slept = steadyClock.now() - now;
			run.usage.waited(slept, limit);
			if (isKnown) counted = steadyClock.now() - began;
			else began += slept;
		}
	} finally {
		limiter.leave(queued);
		takeOffMaxWait(attempt, counted);
	}
}
