import type { Call } from '../call';
import { steadyClock } from '../clock';
import { timeToWait } from '../deadline';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest } from '../rateLimiter/types';
import { Announcer } from './announcer';
import { reserveTokens, tokensObstacle } from './tokens';
import { waitAMoment } from './waitAMoment';
import { pollTimeOver } from './tooLong';

/** What a request has that is sent now. */
export interface Granted {
	queued: QueuedRequest;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Waits until the budgets of a request and the rate limiter let it through. One request of the account in the run does so at a time
 * (`AccountTurns`).
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Granted> {
	const { run, account, turns, request } = call;
	const { limiter } = account;
	return await turns.run(async () => {
		run.halt.check(account.key);
		const announcer = new Announcer(run.context);
		const queued = limiter.enqueue(request.connection.limits);
		try {
			for (;;) {
				checkTime(call);
				// Nothing is awaited between asking for the tokens and reserving them, so nobody else takes them.
				const tokens = tokensObstacle(call);
				// While it waits for tokens, requests of other runs can go first.
				if (tokens) limiter.leave(queued);
				const obstacle = tokens ?? limiter.tryTurn(queued, steadyClock.now());
				if (!obstacle) return { queued, settle: reserveTokens(call) };
				await waitAMoment(call, obstacle, announcer);
			}
		} finally {
			limiter.leave(queued);
		}
	});
}

/** @throws {Problem} when the deadline is too near */
export function checkTime(call: Call): void {
	if (timeToWait(call.request) < 0) throw pollTimeOver(call);
}
