import { Problem } from '../model/problem';
import type { Account } from './account/accounts';
import type { RetryTicket } from './account/retryQuota';
import { isInDoubt, type Failure } from './outcomes/outcome';
import { timeToWait } from './pacing/deadline';
import type { Call } from './pacing/call';
import { RETRIES } from './tuning';

/** Another attempt. */
export interface Retry {
	/** It begins after this time, ms. */
	afterMs: number;
	/** Of the retry quota of the account. A first attempt, or one after a 429, needs none. */
	ticket?: RetryTicket;
}

/** What the decision depends on. */
type RetriedCall = Pick<Call, 'outcomes' | 'request'> & {
	account: Pick<Account, 'retryDelayMs' | 'retries'>;
};

/**
 * Decides about sending a request again, and takes a ticket for it. The rate limiter then makes it wait for its turn, and for what the
 * service asks.
 * @param last what the last attempt came to, which is in `outcomes` too
 * @returns undefined if there is no other attempt: it cannot succeed, is not safe, was sent often enough, or a poll has too little time.
 * `noTicket` if only the retry quota of the account forbids it
 */
export function takeRetry(
	{ outcomes, request, account }: RetriedCall,
	last: Failure,
): Retry | 'noTicket' | undefined {
	// The rate limiter begins a backoff, and Max Wait bounds how often this happens.
	if (last.fate === 'throttled') return { afterMs: 0 };
	if (!last.retry || isInDoubt(request.operation.effect, last.fate)) return undefined;
	const failed = outcomes.filter(({ fate }) => fate !== 'throttled').length;
	const alike = outcomes.filter(({ retry }) => retry === last.retry).length;
	if (failed > RETRIES.often || alike > RETRIES[last.retry]) return undefined;
	// If the service asks for a pause, that is all, and the rate limiter makes it wait for that.
	const afterMs = last.problem.retryAfterMs ? 0 : account.retryDelayMs(failed);
	if (afterMs > timeToWait(request)) return undefined;
	const ticket = account.retries.take();
	return ticket ? { afterMs, ticket } : 'noTicket';
}

/** No retry of the account is left. */
export const noRetryLeft = (): Problem =>
	new Problem({
		kind: 'notSent',
		message: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
		failure: { cause: 'temporarily-unavailable' },
	});
