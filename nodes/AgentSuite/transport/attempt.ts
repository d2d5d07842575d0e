import type { Outcome } from './outcome';
import type { Request } from './request';
import type { Run } from './run';

/** An attempt to get a request through, which can take several requests to the service. */
export interface Attempt {
	run: Run;
	request: Request;
	/** What each request that was sent came to, in order. */
	outcomes: Outcome[];
	/** What is left of Max Wait, ms. Waits for tokens, for the rate limit, and for a Retry-After are taken off it. */
	waitLeftMs: number;
}

export const newAttempt = (run: Run, request: Request): Attempt => ({
	run,
	request,
	outcomes: [],
	waitLeftMs: request.maxWaitMs,
});

/** What it has come to so far. Undefined if nothing was sent. */
export const lastOutcome = ({ outcomes }: Pick<Attempt, 'outcomes'>): Outcome | undefined =>
	outcomes.at(-1);

/** Takes a wait off what is left of Max Wait. */
export function takeOffMaxWait(attempt: Attempt, waitedMs: number): void {
	attempt.waitLeftMs = Math.max(0, attempt.waitLeftMs - waitedMs);
}
