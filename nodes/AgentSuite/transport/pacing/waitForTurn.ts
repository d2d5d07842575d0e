import type { Call } from '../call';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest } from '../rateLimiter/types';
import { steadyClock } from '../clock';
import { checkTime } from './deadline';
import { ObstacleWait, type Obstacle } from './obstacle';
import { needsReserved, reserveTokens } from './tokens';

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
	const { limiter } = account;
	return await turns.mutex.run(async () => {
		run.halt.check(account.key);
		const wait = new ObstacleWait(call);
		let queued: QueuedRequest | undefined;
		const leave = () => {
			if (queued) limiter.leave(queued);
			queued = undefined;
		};
		try {
			for (;;) {
				checkTime(call);
				let obstacle: Obstacle | undefined = needsReserved(call) ? { reason: 'tokens' } : undefined;
				if (obstacle) {
					// While it waits for tokens, requests of other runs can go first.
					leave();
				} else {
					queued ??= limiter.enqueue(request.connection.limits);
					obstacle = limiter.tryTurn(queued, steadyClock.now());
					// Nothing is awaited since `needsReserved`, so nobody else has taken the tokens.
					if (!obstacle) return { queued, settle: reserveTokens(call) };
				}
				await wait.waitAMoment(obstacle);
			}
		} finally {
			leave();
		}
	});
}
