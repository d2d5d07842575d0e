import { steadyClock } from '../clock';
import type { Fate } from '../outcomes/outcome';
import type { Pause, Reply } from '../rateLimiter/types';
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
	const { run, account, limiter, lane } = call;
	return await lane.oneAtATime(async () => {
		run.halt.check(account.key);
		const sleeper = new Sleeper(call);
		// Its place in the queue of the rate limiter.
		const place = {};
		try {
			for (;;) {
				const { granted, hold } = askForTurn(call, place);
				if (granted) return granted;
				await sleeper.aMoment(hold);
			}
		} finally {
			limiter.leave(place);
		}
	});
}

/** It is its turn, or what it waits for. */
type Answer = { granted: Granted; hold?: undefined } | { hold: Hold; granted?: undefined };

/**
 * Asks whether it is the turn of a request. Synchronous, so that nobody else takes its tokens before they are reserved. The tokens come
 * before the rate limiter, because what that lets through has to be sent.
 * @throws {Problem} when it would wait for too long, or a budget is used up
 */
function askForTurn(call: Call, place: object): Answer {
	const { request, limiter, maxWait } = call;
	if (timeToWait(request) < 0) throw pollTimeOver(call);
	if (lacksTokens(call)) {
		// Meanwhile, requests of other runs can go first.
		limiter.leave(place);
		return { hold: { reason: 'tokens', ms: RECHECK_MS } };
	}
	const { sent, wait } = limiter.ask(place, steadyClock.now());
	if (sent) {
		const noteReply: Granted['noteReply'] = (reply, pause) =>
			limiter.noteReply(sent, reply, steadyClock.now(), pause);
		return { granted: { noteReply, settle: reserveTokens(call) } };
	}
	if (wait.ms > timeToWait(request) || !maxWait.allows(wait.ms)) throw waitTooLong(call, wait);
	return { hold: wait };
}
