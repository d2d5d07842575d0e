import { waits, type WaitReason } from '../errors/waits';
import type { AccountTurns } from './accountTurns';

/**
 * Max Wait and Retry-After are in whole seconds, and waits are not. A burst gets several 429s, moments apart, and each asks for the same
 * wait. So the last one ends a little later than a Max Wait of that length, and is allowed.
 */
const ROUNDING_MS = 999;

/**
 * What a request has used of its Max Wait, in all its attempts. The limits of its credential count for itself. Pauses and backoffs
 * count for all requests of its account in the run, until the service answers one (`AccountTurns.noteOutcome`). Waits for requests in
 * flight do not count, because those end them.
 */
export class MaxWait {
	private limitsMs = 0;

	/** @param turns of the account in the run */
	constructor(
		private readonly maxMs: number,
		private readonly turns: AccountTurns,
	) {}

	get usedMs(): number {
		return this.limitsMs + this.turns.pausedMs;
	}

	/** The longest wait that is still allowed, ms. */
	get leftMs(): number {
		return this.maxMs + ROUNDING_MS - this.usedMs;
	}

	/** The request has waited so long. */
	add(reason: WaitReason, ms: number): void {
		const { kind } = waits[reason];
		if (kind === 'limit') this.limitsMs += ms;
		if (kind === 'pause' || kind === 'backoff') this.turns.pausedMs += ms;
	}
}
