import { Problem } from '../model/problem';
import { lastOutcome, type Call } from './call';
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
 * @param call its last outcome is a failure
 * @param random in [0, 1)
 * @returns after which time, ms. Undefined: not at all, because it cannot succeed, is not safe, or was sent often enough, or a poll
 * has too little time
 */
export function planRetry(
	call: Pick<Call, 'outcomes' | 'request'>,
	random = Math.random(),
	{ retryDelayMs: firstMs }: { retryDelayMs: number } = sendSettings,
): number | undefined {
	const { outcomes, request } = call;
	const last = lastOutcome(call);
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

/** No retry of the account was left. */
export const withoutRetries = (problem: Problem): Problem =>
	problem.with({
		description: `${problem.description} The node stopped retrying, because many other requests failed as well.`,
	});

/**
 * What is told of a request of which another attempt was not sent: why the last one failed. Unless that was a 429, which only made it
 * wait, or a 503 that asked for the wait that is too long. A stop is always told.
 * @param notSent why it was not sent
 */
export function failureToTell(notSent: unknown, call: Call): unknown {
	const last = lastOutcome(call);
	if (!last || last.retry === 'throttled') return notSent;
	const { kind, status } = notSent as Partial<Problem>;
	const isItsPause = last.pause !== undefined && status === last.status;
	return kind === 'stopped' || isItsPause ? notSent : (last.problem ?? notSent);
}
