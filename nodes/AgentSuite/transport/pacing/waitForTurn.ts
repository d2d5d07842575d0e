import { takeOffMaxWait, type Call } from '../call';
import { waitTooLong } from '../errors/notSent';
import { inWords } from '../errors/times';
import { waits } from '../errors/waits';
import type { QueuedRequest, WaitReason } from '../rateLimiter/rateLimiter';
import { queueOf, type Run } from '../run';
import { steadyClock } from './clock';
import { timeToWait } from './deadline';
import type { TurnQueue } from './turnQueue';

/** How long it sleeps at most before it asks the rate limiter again, ms. The response to another request can make room. */
export const RECHECK_MS = 100;
/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/**
 * Waits until the rate limiter lets the request through. Max Wait bounds the part of the wait whose end is known, and that part is
 * taken off it. A wait for the responses to other requests has no known end, so only the deadline and Stop bound it. The time behind
 * other items of the run counts while a pause or a backoff holds them up, and not while their limits do. So many items can wait for
 * longer.
 * @throws {Problem} when it is known that it takes longer than Max Wait or the deadline allows, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<QueuedRequest> {
	const queue = queueOf(call.run, call.account.key);
	const before = queue.heldUpMs;
	return await queue.run(async () => {
		takeOffMaxWait(call, queue.heldUpMs - before);
		return await waitForLimiter(call, queue);
	});
}

async function waitForLimiter(call: Call, queue: TurnQueue): Promise<QueuedRequest> {
	const { run, request } = call;
	const { limiter, key } = call.account;
	const { limits } = request.connection;
	const queued = limiter.enqueue(limits);
	let countedMs = 0;
	let announced: WaitReason | undefined;
	try {
		run.halt.check(key);
		for (;;) {
			const now = steadyClock.now();
			const wait = limiter.tryTurn(queued, now);
			if (wait === undefined) return queued;
			const { earliestAt, reason } = wait;
			const leftMs = earliestAt - now;
			const isKnown = leftMs > 0;
			const isTooLong = isKnown && countedMs + leftMs > call.waitLeftMs;
			if (isTooLong || leftMs > timeToWait(request)) throw waitTooLong(reason, leftMs, call);
			// A 429 of another execution can make a short wait long, for another reason.
			if (leftMs >= NOTICEABLE_MS && reason !== announced) {
				announce(run, reason, leftMs);
				announced = reason;
			}
			await run.halt.sleep(isKnown ? Math.min(leftMs, RECHECK_MS) : RECHECK_MS, key);
			const slept = steadyClock.now() - now;
			run.usage.waited(slept, reason);
			if (isKnown) countedMs += slept;
			if (isKnown && !(reason in limits)) queue.heldUpMs += slept;
		}
	} finally {
		limiter.leave(queued);
		takeOffMaxWait(call, countedMs);
	}
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, reason: WaitReason, ms: number): void {
	const text = `Agent Suite: waiting ${inWords(ms)} for ${waits[reason].inWords}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}
