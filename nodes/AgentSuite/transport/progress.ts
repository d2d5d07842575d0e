import type { Failure } from './errors/failure';

/** What has become of a call so far. */
export interface Progress {
	/** How often it was sent. */
	attempts: number;
	/** How many of these got a 429. */
	throttled: number;
	/** How many of these got no response in time. */
	timedOut: number;
	/** Tokens of all attempts that might have been charged. */
	perhapsCharged: number;
	/** What is left of Max Wait, ms. Waits for tokens, for the rate limit, and for a Retry-After are taken off it. */
	waitLeftMs: number;
	/** Of the last attempt. */
	last?: Failure;
}

/** Of a call that was not sent yet. */
export const newProgress = (maxWaitMs: number): Progress => ({
	attempts: 0,
	throttled: 0,
	timedOut: 0,
	perhapsCharged: 0,
	waitLeftMs: maxWaitMs,
});

/** Takes a wait off what is left of Max Wait. */
export function takeOffMaxWait(progress: Progress, waitedMs: number): void {
	progress.waitLeftMs = Math.max(0, progress.waitLeftMs - waitedMs);
}
