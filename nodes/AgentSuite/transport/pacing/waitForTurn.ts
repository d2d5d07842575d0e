import type { Call } from '../call';
import { waitTooLong } from '../errors/notSent';
import { waitsFor } from '../errors/waitTexts';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest } from '../rateLimiter/rateLimiter';
import { steadyClock } from './clock';
import { lackOfTokens, reserveTokens } from './tokens';
import { waitUntil, type Obstacle } from './wait';

/** What a request has that is sent now. */
export interface Granted {
	queued: QueuedRequest;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Waits until the budgets of a request and the rate limiter let it through. One request of the run does so at a time.
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Granted> {
	const { run, request, account, turns } = call;
	return await turns.mutex.run(async () => {
		run.halt.check(account.key);
		let queued: QueuedRequest | undefined;
		try {
			return await waitUntil(call, () => {
				const lack = lackOfTokens(call);
				if (lack) return lack;
				// Not before, so that it holds up no others while it waits for tokens.
				queued ??= account.limiter.enqueue(request.connection.limits);
				return obstacleOf(queued, call) ?? { queued, settle: reserveTokens(call) };
			});
		} finally {
			if (queued) account.limiter.leave(queued);
		}
	});
}

/** What holds up a request in the rate limiter. Undefined: it is its turn. */
function obstacleOf(queued: QueuedRequest, call: Call): Obstacle | undefined {
	const now = steadyClock.now();
	const wait = call.account.limiter.tryTurn(queued, now);
	if (!wait || wait.reason === 'place') return wait && { waitsFor: waitsFor.place };
	const { reason, until } = wait;
	const leftMs = until - now;
	const tooLong = () => waitTooLong(reason, leftMs, call);
	return { waitsFor: waitsFor[reason], end: { leftMs, tooLong } };
}
