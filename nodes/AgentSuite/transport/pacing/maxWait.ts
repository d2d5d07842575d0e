import { isThrottled, type Outcome } from '../outcomes/outcome';
import { waits, type WaitReason } from './waits';

/**
 * Max Wait and Retry-After are whole seconds, but waits are not. If the requests of a burst get 429s moments apart, with the same
 * Retry-After, the last pause ends a little after the first. A Max Wait of that length still allows it.
 */
const ROUNDING_MS = 999;

/**
 * How long the requests of an account in a run have waited together. So a service that refuses all is waited for once, however many
 * they are.
 */
export class SharedWait {
	ms = 0;

	/**
	 * Notes what a request came to. A status other than 429 and those of an outage shows that the service is there, so the count starts
	 * over. That also holds for a request that was sent before the pause, so a run can wait longer by at most its timeout.
	 */
	noteOutcome(outcome: Outcome): void {
		const isThere = !isThrottled(outcome) && outcome.retry !== 'unavailable';
		if (outcome.status !== undefined && isThere) this.ms = 0;
	}
}

/** What a request has used of its Max Wait, in all its attempts. */
export class MaxWait {
	private ownMs = 0;

	/** @param shared of the account in the run */
	constructor(
		private readonly maxMs: number,
		private readonly shared: SharedWait,
	) {}

	get usedMs(): number {
		return this.ownMs + this.shared.ms;
	}

	/** The longest wait that is still allowed, ms. */
	get leftMs(): number {
		return this.maxMs + ROUNDING_MS - this.usedMs;
	}

	/** The request has waited so long. */
	add(reason: WaitReason, ms: number): void {
		const { countsFor } = waits[reason];
		if (countsFor === 'request') this.ownMs += ms;
		if (countsFor === 'run') this.shared.ms += ms;
	}
}
