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
	/** Whether it takes a ticket of the retry quota. A first attempt, or one after a 429, needs none. */
	needsTicket: boolean;
}

/** What the decision depends on. */
type RetriedCall = Pick<Call, 'outcomes' | 'request'> & { account: Pick<Account, 'retryDelayMs'> };

/**
 * Decides about sending a request again. The rate limiter then makes it wait for its turn, and for what the service asks.
 * @param last what the last attempt came to, which is in `outcomes` too
 * @returns undefined if there is no other attempt: it cannot succeed, is not safe, was sent often enough, or a poll has too little time
 */
export function retryOf(
	{ outcomes, request, account }: RetriedCall,
	last: Failure,
): Retry | undefined {
	// The rate limiter begins a backoff, and Max Wait bounds how often this happens.
	if (last.fate === 'throttled') return { afterMs: 0, needsTicket: false };
	if (!last.retry || isInDoubt(request.operation.effect, last.fate)) return undefined;
	const failed = outcomes.filter(({ fate }) => fate !== 'throttled').length;
	const alike = outcomes.filter(({ retry }) => retry === last.retry).length;
	if (failed > RETRIES.often || alike > RETRIES[last.retry]) return undefined;
	// If the service asks for a pause, that is all, and the rate limiter makes it wait for that.
	const afterMs = last.problem.retryAfterMs ? 0 : account.retryDelayMs(failed);
	return afterMs > timeToWait(request) ? undefined : { afterMs, needsTicket: true };
}

/** Takes the ticket that a retry needs. @throws {Problem} when the account has none left */
export function takeTicket(
	{ needsTicket }: Retry,
	{ retries }: Pick<Account, 'retries'>,
): RetryTicket | undefined {
	const ticket = needsTicket ? retries.take() : undefined;
	if (needsTicket && !ticket) throw noRetryLeft();
	return ticket;
}

const noRetryLeft = (): Problem =>
	new Problem({
		kind: 'notSent',
		message: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
		failure: { cause: 'temporarily-unavailable' },
	});
