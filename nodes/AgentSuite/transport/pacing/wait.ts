import { inWords as timeInWords } from '../../texts/times';
import type { Call } from '../call';
import { waits, type WaitReason } from '../errors/waits';
import { waitTooLong } from '../errors/waitTooLong';
import type { Wait } from '../rateLimiter/rateLimiter';
import { isManual, reached } from '../run';
import { RECHECK_MS, steadyClock } from './clock';
import { timeToWait } from './deadline';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** Max Wait is in whole seconds, as Retry-After is. Several 429s of a burst come at slightly different times, and each asks for the same wait. */
const ROUNDING_MS = 999;

/** What holds up a request: the rate limiter, or tokens that requests in flight have reserved. */
export type Obstacle = Wait | { reason: 'tokens' };

/** The waits of a request for its turn. */
export class Waiting {
	private waitedMs = 0;
	private announced?: WaitReason;

	constructor(private readonly call: Call) {}

	/**
	 * Waits a moment, because what holds up a request can end early, or become something else.
	 * @param obstacle if its end is known, Max Wait bounds the wait for it, with what the request has waited for limits, and the run for
	 * a service that refuses. If not, responses and timeouts end it.
	 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, or nothing more can be sent for the account
	 */
	async for(obstacle: Obstacle): Promise<void> {
		const { run, request, account, turns, outcomes } = this.call;
		const began = steadyClock.now();
		let leftMs: number | undefined;
		if ('until' in obstacle) {
			leftMs = obstacle.until - began;
			const waitedMs = this.call.limitsMs + turns.pausedMs;
			const maxWaitMs = request.maxWaitMs + ROUNDING_MS - waitedMs;
			if (leftMs > Math.min(timeToWait(request), maxWaitMs))
				throw waitTooLong({
					reason: obstacle.reason,
					leftMs,
					waitedMs,
					request,
					last: outcomes.at(-1),
					timezone: run.context.getTimezone(),
					isManual: isManual(run),
					reached: reached(run),
				});
		}
		this.announce(obstacle.reason, leftMs);
		await run.halt.sleep(Math.min(leftMs ?? RECHECK_MS, RECHECK_MS), account.key);
		const sleptMs = steadyClock.now() - began;
		this.waitedMs += sleptMs;
		const { kind, inWords } = waits[obstacle.reason];
		if (kind === 'limit') this.call.limitsMs += sleptMs;
		if (kind === 'pause' || kind === 'backoff') turns.pausedMs += sleptMs;
		run.usage.waited(sleptMs, inWords);
	}

	/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
	private announce(reason: WaitReason, leftMs: number | undefined): void {
		// A 429 of another execution can make a short wait long, for another reason.
		if ((leftMs ?? this.waitedMs) < NOTICEABLE_MS || reason === this.announced) return;
		this.announced = reason;
		const { context } = this.call.run;
		const time = leftMs === undefined ? '' : `${timeInWords(leftMs)} `;
		const text = `Agent Suite: waiting ${time}for ${waits[reason].inWords}`;
		context.logger.debug(text);
		// n8n ignores it unless the run is manual. The context of a poll does not have it.
		if ('sendMessageToUI' in context) context.sendMessageToUI(text);
	}
}
