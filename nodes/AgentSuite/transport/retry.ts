import type { Call } from './call';
import { isInDoubt, type RetryReason } from './outcomes/outcome';
import { timeToWait } from './pacing/deadline';
import { backoffMs } from './rateLimiter/backoff';
import { sendSettings } from './settings';

/** How often one request can be sent in total. 429 responses do not count. */
export const ATTEMPTS = {
	failed: 4,
	/** How many of these can be timeouts. Each takes long, and might have been charged. */
	timedOut: 2,
};

/**
 * Decides about sending a request again. The rate limiter then makes it wait for its turn, and for what the service asks.
 * @param outcomes the last one is a failure
 * @param random in [0, 1)
 * @returns after which time, ms. Undefined: not at all, because it cannot succeed, is not safe, or was sent often enough, or a poll
 * has too little time
 */
export function planRetry(
	{ outcomes, request }: Pick<Call, 'outcomes' | 'request'>,
	random = Math.random(),
	{ retryDelayMs: firstMs }: { retryDelayMs: number } = sendSettings,
): number | undefined {
	const last = outcomes.at(-1);
	const count = (of: RetryReason) => outcomes.filter(({ retry }) => retry === of).length;
	if (last?.retry === undefined) return undefined;
	// The rate limiter begins a backoff, and Max Wait bounds how often this happens.
	if (last.retry === 'throttled') return 0;
	if (isInDoubt(request.operation.effect, last.fate)) return undefined;
	const failed = outcomes.length - count('throttled');
	if (failed >= ATTEMPTS.failed || count('timeout') >= ATTEMPTS.timedOut) return undefined;
	const afterMs = backoffMs(failed, { firstMs, longestMs: Infinity }, random);
	return afterMs > timeToWait(request) ? undefined : afterMs;
}
