import { Problem } from '../model/problem';
import type { Account } from './account/accounts';
import { backoffMs } from './backoff';
import type { Call } from './call';
import type { NotSent } from './errors/told';
import { isInDoubt, isThrottled, type Failure, type RetryReason } from './outcomes/outcome';
import { timeToWait } from './deadline';

/** How often one request can be sent in total. 429 responses do not count. */
export const ATTEMPTS = {
	failed: 4,
	/** How many of these can be timeouts. Each takes long, and might have been charged. */
	timedOut: 2,
};

/** Another attempt. */
export interface Retry {
	/** It begins after this time, ms. */
	afterMs: number;
	/** Whether it has taken one out of the retry quota of the account. */
	isTaken: boolean;
}

/** What the decision depends on. */
type RetriedCall = Pick<Call, 'outcomes' | 'request'> & { account: Pick<Account, 'retries'> };

/**
 * Decides about sending a request again. The rate limiter then makes it wait for its turn, and for what the service asks.
 * @param call the last of its outcomes is a failure
 * @param firstMs the longest delay of the second attempt. It doubles for each further one
 * @param random in [0, 1)
 * @returns the next attempt, or why it is not sent. Undefined if there is none: it cannot succeed, is not safe, was sent often
 * enough, or a poll has too little time
 */
export function planRetry(
	{ outcomes, request, account }: RetriedCall,
	firstMs: number,
	random = Math.random(),
): Retry | NotSent | undefined {
	const last = outcomes.at(-1) as Failure;
	const count = (of: RetryReason) => outcomes.filter(({ retry }) => retry === of).length;
	if (last.retry === undefined) return undefined;
	// The rate limiter begins a backoff, and Max Wait bounds how often this happens.
	if (isThrottled(last)) return { afterMs: 0, isTaken: false };
	if (isInDoubt(request.operation.effect, last.fate)) return undefined;
	const failed = outcomes.filter((outcome) => !isThrottled(outcome)).length;
	if (failed >= ATTEMPTS.failed || count('timeout') >= ATTEMPTS.timedOut) return undefined;
	const afterMs = backoffMs(failed, { firstMs, longestMs: Infinity }, random);
	if (afterMs > timeToWait(request)) return undefined;
	return account.retries.tryTake() ? { afterMs, isTaken: true } : { notSent: noRetryLeft() };
}

/** No retry of the account is left. */
export const noRetryLeft = (): Problem =>
	new Problem({
		kind: 'notSent',
		headline: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
	});
