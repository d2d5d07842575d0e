import { lastOutcome, type Attempt } from './attempt';
import { timeToWait } from './pacing/deadline';
import { sendSettings } from './settings';

/** How often one request can be sent in total. 429 responses do not count. */
export const ATTEMPTS = {
	failed: 4,
	/** How many of these can be timeouts. Each takes long, and might have been charged. */
	timedOut: 2,
};

/** When a request is sent again. */
export type Retry =
	/** After this time, ms. */
	| { afterMs: number }
	/** When the rate limiter lets it through, which keeps the pause or the backoff that a 429 causes. */
	| 'inNextSlot'
	/** Not at all: it cannot succeed, is not safe, or was sent often enough, or a poll has too little time. */
	| 'never'
	/** Not at all: the service asks for a longer pause than is left of Max Wait. */
	| 'beyondMaxWait';

/**
 * Decides about sending a request again.
 * @param attempt its last outcome is a failure
 * @param random in [0, 1)
 */
export function planRetry(
	attempt: Attempt,
	random = Math.random(),
	{ backoffMs }: { backoffMs: number } = sendSettings,
): Retry {
	const { outcomes, request, waitLeftMs } = attempt;
	const { retry, processed, retryAfterMs = 0 } = lastOutcome(attempt) ?? {};
	const count = (of: typeof retry) => outcomes.filter((outcome) => outcome.retry === of).length;
	if (retry === undefined) return 'never';
	// Max Wait bounds how often this happens.
	if (retry === 'throttled') return 'inNextSlot';
	if (request.operation.effect === 'create' && processed === 'perhaps') return 'never';
	const failed = outcomes.length - count('throttled');
	if (failed >= ATTEMPTS.failed || count('timeout') >= ATTEMPTS.timedOut) return 'never';
	if (retryAfterMs > waitLeftMs) return 'beyondMaxWait';
	// The backoff also spreads those that the service has asked to come back at the same time.
	const afterMs = retryAfterMs + random * backoffMs * 2 ** (failed - 1);
	return afterMs > timeToWait(request) ? 'never' : { afterMs };
}
