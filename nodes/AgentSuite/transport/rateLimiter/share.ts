import { WINDOWS } from './windows';

/** How a process that shares its token behaves; settled by test/unit/transport/rateLimiter/simulation.test.ts. */
const SHARING = {
	/** Where the share starts at least, as part of the limit: one stray 429 must not bring all to a halt. */
	start: 0.08,
	/** Part of what was seen to fit into a minute that is used from then on. */
	keep: 0.95,
	/** What is left of the share after each further 429. */
	shrink: 0.7,
	/** Part of the share added after the first quiet window ... */
	grow: 0.05,
	/** (at least this part of the limit) */
	least: 0.003,
	/** ... and each further quiet window adds so many times what the one before added. */
	accelerate: 2.5,
};

/** The part of the limit per minute that is ours when others use the token too. Times in ms. */
export class Share {
	/** Requests per minute we allow ourselves; undefined: no sign of others, the limits alone hold. */
	perMinute?: number;
	/** It rests on the burst that is still being answered. */
	private fresh = false;
	private growAt = Infinity;
	private growth = 0;
	/** When the last 429 came to a minute that we had filled ourselves. */
	private overtaken = -Infinity;

	/** Time from one request to the next, 0 for none. */
	get gap(): number {
		return this.perMinute ? WINDOWS.minute / this.perMinute : 0;
	}

	forget(): void {
		this.perMinute = undefined;
	}

	/**
	 * A 429 says that others use the token, too.
	 * @param limit requests per minute
	 * @param used our own departures in the minute when the refused one departed
	 * @param fitted those of them that were let through
	 * @param asked what the service asked to wait
	 */
	refused(limit: number, used: number, fitted: number, now: number, asked?: number): void {
		if (this.perMinute) {
			this.perMinute = Math.max(limit / 100, this.perMinute * SHARING.shrink);
			this.fresh = false;
			return;
		}
		// Our own log is full and a place opens soon: a request overtook another, unless it comes again.
		if (used >= limit && !(asked && asked > WINDOWS.minute / 20)) {
			if (now - this.overtaken < WINDOWS.minute * 2.5) this.perMinute = limit * SHARING.keep;
			this.overtaken = now;
			return;
		}
		this.fresh = true;
		this.refine(limit, fitted);
	}

	/** What fitted for us beside the others; if nothing did, there may be but one other. */
	refine(limit: number, fitted: number): void {
		if (!this.fresh) return;
		const seen = Math.max(fitted || limit / 2, limit * SHARING.start);
		this.perMinute = SHARING.keep * Math.min(limit / 2, seen);
	}

	/** Growth starts anew a minute after `time`. */
	stay(limit: number, time: number): void {
		this.growAt = time + WINDOWS.minute;
		this.growth = Math.max(limit * SHARING.least, (this.perMinute ?? 0) * SHARING.grow);
	}

	/** Adds what the quiet windows until `now` add; tells whether that was anything. */
	grow(limit: number, now: number): boolean {
		let grown = false;
		while (this.perMinute && now >= this.growAt) {
			// A quiet window at the whole limit: nobody else is there.
			const alone = this.perMinute >= limit;
			this.perMinute = alone ? undefined : Math.min(limit, this.perMinute + this.growth);
			this.growth *= SHARING.accelerate;
			this.growAt += WINDOWS.minute;
			this.fresh = false;
			grown = true;
		}
		return grown;
	}

	/** The clock was set back or forth. */
	shift(by: number): void {
		this.overtaken += by;
		this.growAt += by;
	}
}
