/** How long a request can still take: by Max Wait, and by the deadline of a poll. */

import { steadyClock } from '../clock';
import type { Request } from '../request';
import type { Lane } from '../run/lane';
import { LONGEST_TRAVEL_MS, RECHECK_MS } from '../tuning';

/**
 * How long a 429 alone can hold up a request, ms: the first backoff lasts up to a travel, and then a place that another run has taken is
 * free after one, whatever the service does.
 */
export const AFTER_429_MS = 2 * LONGEST_TRAVEL_MS;

/**
 * What is used of the Max Wait of a request, by two clocks. The one that shows more counts:
 *
 *     clock          counts                                               starts over
 *     `ownMs`        how long it has waited, in all its attempts          never, so what others get does not let it wait for longer
 *     of the lane    in a pause, which holds up all requests of the       once a response shows that the service works, so one
 *                    lane, all of them                                    that refuses all is waited for once
 *
 * Nothing counts or bounds the delay of a retry, which is none if the service asks for a pause, and a wait for tokens.
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

	/**
	 * Whether it allows to wait for so long. Up to a travel more is allowed, because Retry-After has whole seconds, and the 429s to a burst
	 * come moments apart. A 429 alone fails no request, also without Max Wait, unless several other runs wait for a place. Each wait is
	 * noticed up to a recheck late, and that for a place is known to last for one more.
	 */
	allows(ms: number): boolean {
		const mostMs = Math.max(this.maxMs + LONGEST_TRAVEL_MS, AFTER_429_MS) + 2 * RECHECK_MS;
		return this.usedMs + ms < mostMs;
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
