import type { SharedWait } from '../run/sharedWait';
import { waits, type WaitReason } from './waits';

/**
 * Max Wait and Retry-After are whole seconds, but waits are not. If the requests of a burst get 429s moments apart, with the same
 * Retry-After, the last pause ends a little after the first. A Max Wait of that length still allows it.
 */
const ROUNDING_MS = 999;

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
		if (countsFor === 'run') this.shared.add(ms);
	}
}
