import { takeOffMaxWait, type Attempt } from '../attempt';
import { waitTooLong } from '../errors/notSent';
import { inWords } from '../errors/times';
import { waitTexts } from '../errors/waitTexts';
import type { QueuedRequest, RateLimiter, WaitReason } from '../rateLimiter/rateLimiter';
import type { Run } from '../run';
import { steadyClock } from './clock';
import { timeToWait } from './deadline';

/** How long it sleeps at most before it asks the rate limiter again, ms. The response to another request can make room. */
export const RECHECK_MS = 100;
/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, reason: WaitReason, ms: number): void {
	const text = `Agent Suite: waiting ${inWords(ms)} for ${waitTexts[reason]}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}

/**
 * Waits for the rate limiter. Max Wait bounds the part of the wait whose end is known, and that part is taken off it. A wait for
 * the responses to other requests has no known end, so only the deadline and Stop bound it. The time in the queue before its turn
 * (`accountQueue` of the run) counts while a 429 holds up the run, and not while the limits do. So many items can wait for longer.
 * @throws {Problem} when it is known that it takes longer than Max Wait or the deadline allows, or the run is stopped
 */
export async function acquireSlot(attempt: Attempt, limiter: RateLimiter): Promise<QueuedRequest> {
	const { run, request } = attempt;
	const { account, limits } = request.connection;
	const queued = limiter.enqueue(limits);
	let countedMs = 0;
	let announced: WaitReason | undefined;
	try {
		run.halt.check(account);
		for (;;) {
			const now = steadyClock.now();
			const wait = limiter.tryAcquire(queued, now);
			if (wait === undefined) return queued;
			const { earliestAt, reason } = wait;
			const leftMs = earliestAt - now;
			const isKnown = leftMs > 0;
			const isTooLong = isKnown && countedMs + leftMs > attempt.waitLeftMs;
			if (isTooLong || leftMs > timeToWait(request)) throw waitTooLong(reason, leftMs, attempt);
			// A 429 of another execution can make a short wait long, for another reason.
			if (leftMs >= NOTICEABLE_MS && reason !== announced) {
				announce(run, reason, leftMs);
				announced = reason;
			}
			await run.halt.sleep(isKnown ? Math.min(leftMs, RECHECK_MS) : RECHECK_MS, account);
			const slept = steadyClock.now() - now;
			run.usage.waited(slept, reason);
			if (isKnown) countedMs += slept;
			if (isKnown && (reason === 'pause' || reason === 'backoff')) {
				run.throttledMs.set(account, (run.throttledMs.get(account) ?? 0) + slept);
			}
		}
	} finally {
		limiter.leave(queued);
		takeOffMaxWait(attempt, countedMs);
	}
}
