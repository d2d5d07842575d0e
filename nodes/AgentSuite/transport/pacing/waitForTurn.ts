import type { Call } from '../call';
import { waitTooLong } from '../errors/notSent';
import { inWords } from '../errors/times';
import { waitTexts } from '../errors/waitTexts';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest } from '../rateLimiter/rateLimiter';
import { queueOf, type Run } from '../run';
import { steadyClock } from './clock';
import { timeToWait } from './deadline';
import { canWait, sleepAMoment } from './maxWait';
import { reserveTokens } from './reserveTokens';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** What a request has that can be sent now. */
interface Turn {
	queued: QueuedRequest;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Reserves the tokens of a request, and waits until the rate limiter lets it through. One request of the run does so at a time.
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Turn> {
	const { run, account } = call;
	const { mutex } = queueOf(run, account.key);
	return await mutex.run(async () => {
		run.halt.check(account.key);
		const settle = await reserveTokens(call);
		let queued: QueuedRequest | undefined;
		try {
			queued = await waitForLimiter(call);
			return { queued, settle };
		} finally {
			if (!queued) settle('unsent');
		}
	});
}

async function waitForLimiter(call: Call): Promise<QueuedRequest> {
	const { run, request } = call;
	const { limiter } = call.account;
	const queued = limiter.enqueue(request.connection.limits);
	let announced: string | undefined;
	try {
		for (;;) {
			const now = steadyClock.now();
			const wait = limiter.tryTurn(queued, now);
			if (wait === undefined) return queued;
			const { reason, until } = wait;
			const { waitsFor } = waitTexts[reason];
			const leftMs = until - now;
			// A place in the congestion window is a wait for a response, not for the limit. It takes a second for each that is ahead.
			const counts = reason !== 'window';
			const isTooLong = counts && !canWait(call, leftMs);
			if (isTooLong || leftMs > timeToWait(request)) throw waitTooLong(reason, leftMs, call);
			// A 429 of another execution can make a short wait long, for another reason.
			if (leftMs >= NOTICEABLE_MS && waitsFor !== announced) {
				announce(run, waitsFor, leftMs);
				announced = waitsFor;
			}
			const sleptMs = await sleepAMoment(call, leftMs, counts);
			run.usage.waited(sleptMs, waitsFor);
		}
	} finally {
		limiter.leave(queued);
	}
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, waitsFor: string, ms: number): void {
	const text = `Agent Suite: waiting ${inWords(ms)} for ${waitsFor}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}
