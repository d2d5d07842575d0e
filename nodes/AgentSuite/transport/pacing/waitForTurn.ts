import type { Call } from '../call';
import { waitTooLong } from '../errors/notSent';
import { waitsFor } from '../errors/waitTexts';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest } from '../rateLimiter/rateLimiter';
import { undoUnlessDone } from '../undoUnlessDone';
import { steadyClock } from './clock';
import { reserveTokens } from './reserveTokens';
import { waitWhile } from './wait';

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
	const { run, account, turns } = call;
	return await turns.mutex.run(async () => {
		run.halt.check(account.key);
		const settle = await reserveTokens(call);
		const queued = await undoUnlessDone(
			async () => await waitForLimiter(call),
			() => settle('unsent'),
		);
		return { queued, settle };
	});
}

async function waitForLimiter(call: Call): Promise<QueuedRequest> {
	const { limiter } = call.account;
	const queued = limiter.enqueue(call.request.connection.limits);
	try {
		await waitWhile(call, () => {
			const now = steadyClock.now();
			const wait = limiter.tryTurn(queued, now);
			if (!wait) return undefined;
			if (wait.reason === 'place') return { waitsFor: waitsFor.place };
			const { reason, until } = wait;
			const leftMs = until - now;
			const tooLong = () => waitTooLong(reason, leftMs, call);
			return { waitsFor: waitsFor[reason], end: { leftMs, tooLong } };
		});
		return queued;
	} finally {
		limiter.leave(queued);
	}
}
