import { steadyClock } from '../clock';
import type { Fate } from '../outcomes/outcome';
import { QueuedRequest, type Pause, type Reply } from '../rateLimiter/types';
import { RECHECK_MS } from '../tuning';
import { timeToWait } from './deadline';
import type { Call } from './call';
import type { Hold } from './reasons';
import { Sleeper } from './sleeper';
import { pollTimeOver, waitTooLong } from './tooLong';
import { lacksTokens, reserveTokens } from './tokens';

/** It is the turn of a request, so it is sent now. */
export interface Granted {
	/** Tells the rate limiter what became of it, as soon as that is known. */
	noteReply: (reply: Reply, pause?: Pause) => void;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Waits until the budgets of a request and the rate limiter let it through. One request of the account in the run does so at a time.
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Granted> {
	const { run, account, request, lane } = call;
	return await lane.oneAtATime(async () => {
		run.halt.check(account.key);
		const sleeper = new Sleeper(call);
		const queued = new QueuedRequest(request.connection.limits);
		try {
			for (;;) {
				const answer = askForTurn(call, queued);
				if ('settle' in answer) return answer;
				await sleeper.aMoment(answer);
			}
		} finally {
			account.limiter.leave(queued);
		}
	});
}

/**
 * Asks whether it is the turn of a request. Synchronous, so that nobody else takes its tokens before they are reserved.
 * @returns what it waits for, if it has to
 * @throws {Problem} when it would wait for too long, or a budget is used up
 */
function askForTurn(call: Call, queued: QueuedRequest): Granted | Hold {
	const { request, maxWait } = call;
	const { limiter } = call.account;
	if (timeToWait(request) < 0) throw pollTimeOver(call);
	if (lacksTokens(call)) {
		// Meanwhile, requests of other runs can go first.
		limiter.leave(queued);
		return { reason: 'tokens', ms: RECHECK_MS };
	}
	const { sent, wait } = limiter.ask(queued, steadyClock.now());
	if (sent) {
		const noteReply: Granted['noteReply'] = (reply, pause) =>
			limiter.noteReply(sent, reply, steadyClock.now(), pause);
		return { noteReply, settle: reserveTokens(call) };
	}
	if (wait.ms > timeToWait(request) || !maxWait.allows(wait.ms)) throw waitTooLong(call, wait);
	return wait;
}
