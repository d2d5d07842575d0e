import { steadyClock } from '../clock';
import type { Fate } from '../outcomes/outcome';
import { Turn, type Pause, type Reply } from '../rateLimiter/types';
import { RECHECK_MS } from '../tuning';
import { timeToWait } from './deadline';
import type { Call } from './call';
import { reasons, type Hold } from './reasons';
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
		const turn = new Turn();
		try {
			for (;;) {
				const { granted, hold } = askForTurn(call, turn);
				if (granted) return granted;
				await sleeper.aMoment(hold);
			}
		} finally {
			limiter.leave(turn);
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
function askForTurn(call: Call, turn: Turn): Answer {
	const { request, limiter, maxWait } = call;
	if (timeToWait(request) < 0) throw pollTimeOver(call);
	if (lacksTokens(call)) {
		// Meanwhile, requests of other runs can go first.
		limiter.leave(turn);
		return { hold: { reason: 'tokens', ms: RECHECK_MS } };
	}
	const wait = limiter.ask(turn, steadyClock.now());
	if (!wait) {
		const noteReply: Granted['noteReply'] = (reply, pause) =>
			limiter.noteReply(turn, reply, steadyClock.now(), pause);
		return { granted: { noteReply, settle: reserveTokens(call) } };
	}
	// What others decide can end before the next look.
	const leastMs = reasons[wait.reason].isOpenEnded ? RECHECK_MS : wait.ms;
	if (leastMs > timeToWait(request) || !maxWait.allows(leastMs)) throw waitTooLong(call, wait);
	return { hold: wait };
}
