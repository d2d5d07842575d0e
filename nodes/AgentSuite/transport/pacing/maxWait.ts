import type { WaitReason } from '../errors/waitWords';
import type { AccountTurns } from '../run/accountTurns';

/**
 * Max Wait and Retry-After are whole seconds, but waits are not. If the requests of a burst get 429s moments apart, with the same
 * Retry-After, the last pause ends a little after the first. A Max Wait of that length still allows it.
 */
const ROUNDING_MS = 999;

/** For whom each wait counts. */
const countsFor: Record<WaitReason, 'request' | 'run' | 'nobody'> = {
	// The limits of the credential.
	minute: 'request',
	hour: 'request',
	day: 'request',
	// What the service asks for: for all requests of the account in the run, until it answers one (`AccountTurns.noteOutcome`).
	tooManyRequests: 'run',
	outage: 'run',
	backoff: 'run',
	// Requests in flight. Their responses and timeouts end these waits, nobody knows when.
	place: 'nobody',
	tokens: 'nobody',
};

/** What a request has used of its Max Wait, in all its attempts. */
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
		if (countsFor[reason] === 'request') this.limitsMs += ms;
		if (countsFor[reason] === 'run') this.turns.pausedMs += ms;
	}
}
