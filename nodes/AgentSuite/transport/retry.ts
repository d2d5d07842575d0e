import { Problem } from '../model/problem';
import type { Account } from './account/accounts';
import type { RetryTicket } from './account/retryQuota';
import { isInDoubt, type Failure, type Outcome } from './outcomes/outcome';
import { timeToWait } from './pacing/deadline';
import type { Call } from './pacing/call';
import type { MaxWait } from './run/maxWait';
import { RETRIES } from './tuning';

/** What the decision depends on. */
type RetriedCall = Pick<Call, 'outcomes' | 'request'> & {
	account: Pick<Account, 'retryDelayMs'>;
	maxWait: Pick<MaxWait, 'allows'>;
};

/**
 * Decides about sending a request again. The rate limiter then makes it wait for its turn, and for what the service asks.
 * @param last what the last attempt came to, which is in `outcomes` too
 * @returns after which time, ms. Undefined if there is no other attempt: it cannot succeed, is not safe, was sent often enough, or Max Wait
 *   or the time of a poll is over
 */
export function delayOfRetry(
	{ outcomes, request, maxWait, account }: RetriedCall,
	last: Failure,
): number | undefined {
	// The rate limiter begins a backoff, and Max Wait bounds how often this happens: also if it is over when a slow 429 has come.
	if (last.fate === 'throttled') return maxWait.allows(0) ? 0 : undefined;
	if (!last.retry || isInDoubt(request.operation.effect, last.fate)) return undefined;
	const failed = outcomes.filter(({ fate }) => fate !== 'throttled').length;
	const alike = outcomes.filter(({ retry }) => retry === last.retry).length;
	if (failed > RETRIES.often || alike > RETRIES[last.retry]) return undefined;
	// If the service asks for a pause, that is all, and the rate limiter makes it wait for that.
	const delayMs = last.problem.retryAfterMs ? 0 : account.retryDelayMs(failed);
	return delayMs > timeToWait(request) ? undefined : delayMs;
}

/**
 * Takes the ticket of the retry quota that an attempt needs. The first one, or one after a 429, needs none.
 * @throws {Problem} when the account has none left
 */
export function takeTicket(
	outcomes: readonly Outcome[],
	{ retries }: Pick<Account, 'retries'>,
): RetryTicket | undefined {
	const last = outcomes.at(-1);
	if (!last || last.fate === 'throttled') return undefined;
	const ticket = retries.take();
	if (!ticket) throw noRetryLeft();
	return ticket;
}

const noRetryLeft = (): Problem =>
	new Problem({
		kind: 'notSent',
		message: 'Request not sent, because many other requests failed as well',
		description: 'Retry when the service is available again.',
		failure: { cause: 'temporarily-unavailable' },
	});
