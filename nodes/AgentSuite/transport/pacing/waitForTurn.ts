import type { Call } from '../call';
import { waitTooLong } from '../errors/notSent';
import { inWords } from '../errors/times';
import { waits } from '../errors/waits';
import type { QueuedRequest, WaitReason } from '../rateLimiter/rateLimiter';
import { queueOf, type Run } from '../run';
import { RECHECK_MS, steadyClock } from './clock';
import { timeToWait } from './deadline';
import type { TurnQueue } from './turnQueue';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/**
 * Waits until the rate limiter lets the request through. Max Wait bounds the waits of the run whose end is known (`TurnQueue`). A wait
 * for the responses to other requests is bounded by their timeouts, the deadline, and Stop.
 * @throws {Problem} when it is known that it takes longer than Max Wait or the deadline allows, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<QueuedRequest> {
	const queue = queueOf(call.run, call.account.key);
	return await queue.run(async () => await waitForLimiter(call, queue));
}

async function waitForLimiter(call: Call, queue: TurnQueue): Promise<QueuedRequest> {
	const { run, request } = call;
	const { limiter, key } = call.account;
	const queued = limiter.enqueue(request.connection.limits);
	let announced: WaitReason | undefined;
	try {
		run.halt.check(key);
		for (;;) {
			const now = steadyClock.now();
			const wait = limiter.tryTurn(queued, now);
			if (wait === undefined) return queued;
			const { reason, until } = wait;
			const leftMs = until === undefined ? 0 : until - now;
			const isTooLong = until !== undefined && !queue.canWait(leftMs, request.maxWaitMs);
			if (isTooLong || leftMs > timeToWait(request)) throw waitTooLong(reason, leftMs, call);
			// A 429 of another execution can make a short wait long, for another reason.
			if (leftMs >= NOTICEABLE_MS && reason !== announced) {
				announce(run, reason, leftMs);
				announced = reason;
			}
			await run.halt.sleep(Math.min(leftMs || RECHECK_MS, RECHECK_MS), key);
			const sleptMs = steadyClock.now() - now;
			if (until !== undefined) queue.waited(sleptMs);
			run.usage.waited(sleptMs, waits[reason].waitsFor);
		}
	} finally {
		limiter.leave(queued);
	}
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, reason: WaitReason, ms: number): void {
	const text = `Agent Suite: waiting ${inWords(ms)} for ${waits[reason].waitsFor}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}
