import { LONGEST_TRAVEL_MS, RECHECK_MS } from '../tuning';

/**
 * How long a 429 alone can hold up a request, ms: the first backoff lasts up to a travel, and then a place that another run has taken is
 * free after one, whatever the service does. Each of both is noticed up to a recheck late. Only if several other runs wait for a place, it
 * can take longer.
 */
export const AFTER_429_MS = 2 * (LONGEST_TRAVEL_MS + RECHECK_MS);

/** How long all requests of an account in a run have waited in pauses since the service has last shown that it works, ms. */
export interface PauseClock {
	ms: number;
}

/** Which clocks of Max Wait count a wait. */
export type Clocks = 'both' | 'own' | 'none';

/**
 * What is used of the Max Wait of a request, by two clocks. The one that shows more counts:
 *
 *     clock     counts                                               starts over
 *     own       how long it has waited, in all its attempts          never, so what others get does not let it wait for longer
 *     shared    in a pause, which holds up all requests of the       once a response shows that the service works, so one
 *               account, those of all requests of the run            that refuses all is waited for once
 *
 * Its own clock also counts how much longer a 429 takes than it travels. Nothing counts or bounds the time of other responses, the delay of
 * a retry, which is none if the service asks for a pause, a wait for tokens, and the time behind others of the run.
 */
export class MaxWait {
	private ownMs = 0;

	/** @param maxMs Max Wait */
	constructor(
		private readonly maxMs: number,
		private readonly paused: PauseClock,
	) {}

	get usedMs(): number {
		return Math.max(this.ownMs, this.paused.ms);
	}

	/**
	 * Whether it allows to wait for so long. A 429 alone fails no request, also without Max Wait, unless it is slow, or several other runs
	 * wait too. And Retry-After has whole seconds, and the 429s to a burst come moments apart.
	 */
	allows(ms: number): boolean {
		return this.usedMs + ms < this.maxMs + AFTER_429_MS;
	}

	/** The request has waited so long. */
	note(ms: number, clocks: Clocks): void {
		if (clocks !== 'none') this.ownMs += ms;
		if (clocks === 'both') this.paused.ms += ms;
	}

	/** A 429 took so long. A slow one holds up the request like a wait, so that Max Wait bounds how many of them it gets. */
	note429(ms: number): void {
		this.ownMs += Math.max(0, ms - LONGEST_TRAVEL_MS);
	}

	/**
	 * The service works. A request that was sent before a pause can show that too, so a run can wait longer by at most its timeout.
	 */
	startOver(): void {
		this.paused.ms = 0;
	}
}
