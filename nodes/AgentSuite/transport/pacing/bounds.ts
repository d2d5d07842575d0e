/** How long a request can still take: by Max Wait, and by the deadline of a poll. */

import { steadyClock } from '../clock';
import type { Request } from '../request';
import type { Lane } from '../run/run';
import { LONGEST_TRAVEL_MS, RECHECK_MS } from '../tuning';

/**
 * Waits that are less than this longer than Max Wait are allowed, ms, also than 0. So a 429 alone fails no request: the first backoff
 * lasts up to a travel, and then a place is free after one, whatever the service does. Either is noticed up to a recheck late, and the
 * wait for a place is known to last for one more. It also covers that Retry-After has whole seconds, and that the 429s to a burst come
 * moments apart.
 */
const TOLERANCE_MS = LONGEST_TRAVEL_MS + 2 * RECHECK_MS;

/**
 * What is used of the Max Wait of a request, by two clocks. The one that shows more counts:
 *
 *     clock          counts                                               starts over
 *     `ownMs`        how long it has waited, in all its attempts          never, so what others get does not let it wait for longer
 *     of the lane    in a pause, which holds up all requests of the       once a response shows that the service works, so one
 *                    lane, all of them                                    that refuses all is waited for once
 *
 * Nothing bounds the delay of a retry, which only counts for as long as the service asks for a pause anyway. Nothing counts or bounds a
 * wait for tokens.
 */
export class MaxWait {
	private ownMs = 0;

	/** @param maxMs Max Wait */
	constructor(
		private readonly maxMs: number,
		private readonly lane: Lane,
	) {}

	get usedMs(): number {
		return Math.max(this.ownMs, this.lane.waitedMs);
	}

	/** Whether it allows to wait for so long. */
	allows(ms: number): boolean {
		return this.usedMs + ms < this.maxMs + TOLERANCE_MS;
	}

	/** The request has waited so long. @param inPause whether all others have to wait for the same */
	note(ms: number, inPause: boolean): void {
		this.ownMs += ms;
		if (inPause) this.lane.waitedMs += ms;
	}

	/**
	 * The service works. A request that was sent before a pause can show that too, so a run can wait longer by at most its timeout.
	 */
	startOver(): void {
		this.lane.waitedMs = 0;
	}
}

/** Until the deadline, ms. */
export const timeLeft = ({ deadline }: Pick<Request, 'deadline'>): number =>
	deadline === undefined ? Infinity : Math.max(0, deadline - steadyClock.now());

/**
 * How long a request can still wait and be sent in time, ms. Less than 0 if it cannot be sent any more: with less time than it
 * travels, it might be charged without a response.
 */
export const timeToWait = (request: Pick<Request, 'deadline'>): number =>
	timeLeft(request) - LONGEST_TRAVEL_MS;
