import type { Problem } from '../../model/problem';
import type { Call } from '../call';
import { inWords } from '../errors/times';
import type { Run } from '../run';
import { RECHECK_MS, steadyClock } from './clock';
import { checkTime, timeToWait } from './deadline';

/** A person who runs the node manually is told about longer waits, ms. */
const NOTICEABLE_MS = 2000;

/** What holds up a request. */
export interface Obstacle {
	/** In words: "the per-minute limit" */
	waitsFor: string;
	/** Absent if it ends with requests in progress, which have a timeout of their own. Max Wait does not count that. */
	end?: {
		/** As far as it is known now, ms. */
		leftMs: number;
		/** What is told of the request if that is too long. */
		tooLong: () => Problem;
	};
}

/**
 * Waits as long as something holds up a request.
 * @param obstacleNow looks again, because it can end early or become another one
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, or nothing more can be sent for the account
 */
export async function waitWhile(
	call: Call,
	obstacleNow: () => Obstacle | undefined,
): Promise<void> {
	const { run, request, account, turns } = call;
	let announced: string | undefined;
	let waitedMs = 0;
	for (;;) {
		const obstacle = obstacleNow();
		if (!obstacle) return;
		const { waitsFor, end } = obstacle;
		if (end && end.leftMs > Math.min(timeToWait(request), maxWaitLeft(call))) throw end.tooLong();
		checkTime(call);
		// A 429 of another execution can make a short wait long, for another reason.
		if ((end?.leftMs ?? waitedMs) >= NOTICEABLE_MS && waitsFor !== announced) {
			announce(run, waitsFor, end?.leftMs);
			announced = waitsFor;
		}
		const began = steadyClock.now();
		await run.halt.sleep(Math.min(end?.leftMs ?? RECHECK_MS, RECHECK_MS), account.key);
		const sleptMs = steadyClock.now() - began;
		waitedMs += sleptMs;
		if (end) turns.waitedMs += sleptMs;
		run.usage.waited(sleptMs, waitsFor);
	}
}

/**
 * How long the run can still wait, ms. Max Wait is in whole seconds, as Retry-After is, so almost a second more does not count:
 * several 429s of a burst come at slightly different times, and each asks for the same wait.
 */
const maxWaitLeft = ({ turns, request }: Call): number => request.maxWaitMs + 999 - turns.waitedMs;

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, waitsFor: string, ms: number | undefined): void {
	const time = ms === undefined ? '' : `${inWords(ms)} `;
	const text = `Agent Suite: waiting ${time}for ${waitsFor}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}
