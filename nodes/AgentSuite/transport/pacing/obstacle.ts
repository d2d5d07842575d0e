import { inWords } from '../../texts/times';
import type { Call } from '../call';
import { waitTooLong } from '../errors/waitTooLong';
import type { TimedReason, Wait } from '../rateLimiter/types';
import { isManual, reached } from '../run/run';
import { RECHECK_MS, steadyClock } from '../clock';
import { waits, type WaitReason } from '../waits';
import { timeToWait } from './deadline';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** What holds up a request: the rate limiter, or tokens that requests in flight have reserved. */
export type Obstacle = Wait | { reason: 'tokens' };

/** The wait of a request for the end of what holds it up, one obstacle after the other. */
export class ObstacleWait {
	private readonly began = steadyClock.now();
	/** In words, because several reasons can have the same. */
	private announced?: string;

	constructor(private readonly call: Call) {}

	/**
	 * The caller then looks again, because what holds up a request can end early, or become something else.
	 * @param obstacle Max Wait and the deadline only bound the wait if its end is known. If not, responses and timeouts end it.
	 * @throws {Problem} when it takes longer than these allow, or nothing more can be sent for the account
	 */
	async waitAMoment(obstacle: Obstacle): Promise<void> {
		const { run, account, maxWait } = this.call;
		const { reason } = obstacle;
		const now = steadyClock.now();
		let leftMs: number | undefined;
		if ('until' in obstacle) {
			leftMs = obstacle.until - now;
			this.checkLength(obstacle.reason, leftMs);
		}
		this.announce(reason, leftMs);
		await run.halt.sleep(Math.min(leftMs ?? RECHECK_MS, RECHECK_MS), account.key);
		const sleptMs = steadyClock.now() - now;
		maxWait.add(reason, sleptMs);
		run.usage.waited(sleptMs, waits[reason].words);
	}

	/** @throws {Problem} when Max Wait or the deadline does not allow to wait so long */
	private checkLength(reason: TimedReason, leftMs: number): void {
		const { run, request, maxWait, outcomes } = this.call;
		if (leftMs <= Math.min(timeToWait(request), maxWait.leftMs)) return;
		throw waitTooLong({
			reason,
			leftMs,
			waitedMs: maxWait.usedMs,
			request,
			last: outcomes.at(-1),
			timezone: run.context.getTimezone(),
			isManual: isManual(run),
			reached: reached(run),
		});
	}

	/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
	private announce(reason: WaitReason, leftMs: number | undefined): void {
		// Looked at each time, because a short wait can become a long one: another execution gets a 429.
		const ms = leftMs ?? steadyClock.now() - this.began;
		const what = waits[reason].words;
		if (ms < NOTICEABLE_MS || what === this.announced) return;
		this.announced = what;
		const { context } = this.call.run;
		const time = leftMs === undefined ? '' : `${inWords(leftMs)} `;
		const text = `Agent Suite: waiting ${time}for ${what}`;
		context.logger.debug(text);
		// n8n ignores it unless the run is manual. The context of a poll does not have it.
		if ('sendMessageToUI' in context) context.sendMessageToUI(text);
	}
}
