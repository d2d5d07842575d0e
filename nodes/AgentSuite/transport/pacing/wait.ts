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
	/** Absent if requests in flight end it, each by its response or its timeout. Max Wait does not count that. */
	end?: {
		/** As far as it is known now, ms. */
		leftMs: number;
		/** What is told of the request if that is too long. */
		tooLong: () => Problem;
	};
}

/**
 * Waits until nothing holds up a request.
 * @param ask looks again, because an obstacle can end early or become another one
 * @returns what there is then in place of an obstacle
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, or nothing more can be sent for the account
 */
export async function waitUntil<Granted extends object>(
	call: Call,
	ask: () => Obstacle | Granted,
): Promise<Granted> {
	const { run, request, account, turns } = call;
	let announced: string | undefined;
	let waitedMs = 0;
	for (;;) {
		checkTime(call);
		const answer = ask();
		if (!('waitsFor' in answer)) return answer;
		const { waitsFor, end } = answer;
		const limitMs = Math.min(timeToWait(request), turns.waitLeft(request.maxWaitMs));
		if (end && end.leftMs > limitMs) throw end.tooLong();
		// A 429 of another execution can make a short wait long, for another reason.
		if ((end?.leftMs ?? waitedMs) >= NOTICEABLE_MS && waitsFor !== announced) {
			announce(run, waitsFor, end?.leftMs);
			announced = waitsFor;
		}
		const began = steadyClock.now();
		await run.halt.sleep(Math.min(end?.leftMs ?? RECHECK_MS, RECHECK_MS), account.key);
		const sleptMs = steadyClock.now() - began;
		waitedMs += sleptMs;
		if (end) turns.noteWait(sleptMs);
		run.usage.waited(sleptMs, waitsFor);
	}
}

/** Tells a person who waits for a manual run, in the console of the browser, and n8n's log in any case. */
function announce({ context }: Run, waitsFor: string, ms: number | undefined): void {
	const time = ms === undefined ? '' : `${inWords(ms)} `;
	const text = `Agent Suite: waiting ${time}for ${waitsFor}`;
	context.logger.debug(text);
	// n8n ignores it unless the run is manual. The context of a poll does not have it.
	if ('sendMessageToUI' in context) context.sendMessageToUI(text);
}
