import type { Call } from '../call';
import { steadyClock } from '../clock';
import type { Fate } from '../outcomes/outcome';
import { QueuedRequest, type Pause, type Reply, type Wait } from '../rateLimiter/types';
import { RECHECK_MS } from '../tuning';
import { Announcer } from './announcer';
import { timeToWait } from './deadline';
import { allowsWait, noteWait } from './maxWait';
import { pollTimeOver, waitTooLong } from './notSent';
import { reserveTokens, tokensObstacle } from './tokens';
import { waits, type Obstacle } from './waits';

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
	const { run, account, request } = call;
	const { limiter } = account;
	return await call.waits.oneAtATime(async () => {
		run.halt.check(account.key);
		const announcer = new Announcer(run.context);
		const queued = new QueuedRequest(request.connection.limits);
		try {
			for (;;) {
				checkDeadline(call);
				// Nothing is awaited between asking for the tokens and reserving them, so nobody else takes them.
				const tokens = tokensObstacle(call);
				// While it waits for tokens, requests of other runs can go first.
				if (tokens) limiter.leave(queued);
				const obstacle = tokens ?? limiter.tryTurn(queued, steadyClock.now());
				if (!obstacle) {
					const noteReply: Granted['noteReply'] = (reply, pause) =>
						limiter.noteReply(queued, reply, steadyClock.now(), pause);
					return { noteReply, settle: reserveTokens(call) };
				}
				await waitAMoment(call, obstacle, announcer);
			}
		} finally {
			limiter.leave(queued);
		}
	});
}

/** @throws {Problem} when the deadline is too near */
export function checkDeadline(call: Call): void {
	if (timeToWait(call.request) < 0) throw pollTimeOver(call);
}

/** @throws {Problem} when Max Wait or the deadline does not allow to wait for so long */
function checkWait(call: Call, reason: Wait['reason'], leftMs: number): void {
	if (leftMs > timeToWait(call.request) || !allowsWait(call, leftMs))
		throw waitTooLong(call, reason, leftMs);
}

/**
 * Waits a moment. The caller then looks again, because what holds up a request can end early, or become something else.
 * @throws {Problem} when it would take too long, or nothing more can be sent for the account
 */
async function waitAMoment(call: Call, obstacle: Obstacle, announcer: Announcer): Promise<void> {
	const { run, account } = call;
	const now = steadyClock.now();
	const words = waits[obstacle.reason].words;
	/** @returns how long it has slept, ms */
	const sleep = async (leftMs?: number): Promise<number> => {
		// So that it is not forgotten meanwhile.
		account.usedAt = now;
		announcer.announce(words, leftMs);
		await run.halt.sleep(Math.min(leftMs ?? RECHECK_MS, RECHECK_MS), account.key);
		const sleptMs = steadyClock.now() - now;
		run.usage.waited(sleptMs, words);
		return sleptMs;
	};
	if ('until' in obstacle) {
		const leftMs = obstacle.until - now;
		checkWait(call, obstacle.reason, leftMs);
		noteWait(call, obstacle.reason, await sleep(leftMs));
	} else {
		await sleep();
	}
}
