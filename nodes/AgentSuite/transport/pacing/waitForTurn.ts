import { steadyClock } from '../clock';
import type { Fate } from '../outcomes/outcome';
import { QueuedRequest, type Reply, type Wait } from '../rateLimiter/types';
import { timeToWait } from './deadline';
import type { Call } from './call';
import { pollTimeOver, waitTooLong } from './tooLong';
import { reserveTokens, waitsForTokens } from './tokens';
import { Waiting } from './waiting';
import { waits } from './waits';

/** It is the turn of a request, so it is sent now. */
export interface Granted {
	/** Tells the rate limiter what became of it, as soon as that is known. */
	noteReply: (reply: Reply, pause?: Wait) => void;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Waits until the budgets of a request and the rate limiter let it through. One request of the account in the run does so at a time.
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Granted> {
	const { run, account, request, lane, maxWait } = call;
	const { limiter } = account;
	return await lane.oneAtATime(async () => {
		run.halt.check(account.key);
		const waiting = new Waiting(call);
		const queued = new QueuedRequest(request.connection.limits);
		try {
			for (;;) {
				checkDeadline(call);
				// Nothing is awaited between asking for the tokens and reserving them, so nobody else takes them.
				if (waitsForTokens(call)) {
					// Meanwhile, requests of other runs can go first.
					limiter.leave(queued);
					await waiting.aMoment('tokens that requests in progress might use', 0);
					continue;
				}
				const { sent, wait } = limiter.ask(queued, steadyClock.now());
				if (sent) {
					const noteReply: Granted['noteReply'] = (reply, pause) =>
						limiter.noteReply(sent, reply, steadyClock.now(), pause);
					return { noteReply, settle: reserveTokens(call) };
				}
				checkWait(call, wait);
				const { words, isShared } = waits[wait.reason];
				maxWait.note(await waiting.aMoment(words, wait.ms), isShared);
			}
		} finally {
			limiter.leave(queued);
		}
	});
}

/** @throws {Problem} when the deadline is too near */
function checkDeadline(call: Call): void {
	if (timeToWait(call.request) < 0) throw pollTimeOver(call);
}

/** @throws {Problem} when Max Wait or the deadline does not allow a wait */
function checkWait(call: Call, wait: Wait): void {
	if (wait.ms > timeToWait(call.request) || !call.maxWait.allows(wait.ms))
		throw waitTooLong(call, wait);
}
