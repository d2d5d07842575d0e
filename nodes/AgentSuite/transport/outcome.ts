import type { Problem } from '../model/problem';
import type { Reply } from './rateLimiter/rateLimiter';

/** What a request that was sent came to. It decides everything that follows. */
export interface Outcome {
	/** Decoded. Undefined if there is no success, or if its status says that it has no body. */
	body?: unknown;
	/** Why there is no success. */
	problem?: Problem;
	/** Whether it cost tokens. The API says that every request does, but nothing about those that fail. */
	charged: 'yes' | 'perhaps' | 'no';
	/** Whether the service may have carried it out. Then a create is not repeated. */
	processed: 'yes' | 'perhaps' | 'no';
	/** Why it can succeed if it is sent again. Absent if it cannot. */
	retry?: 'throttled' | 'unavailable' | 'connection' | 'timeout';
	/** What the service asks for. */
	retryAfterMs?: number;
	/**
	 * Whether the service rejects the token or its balance, and so every other request of the account in the run. All cost the
	 * same, because a run has one operation.
	 */
	endsAccount?: boolean;
	/** The text of the service about it, as far as it may be shown. */
	said?: string;
	/** By which the service finds it in its logs. */
	requestId?: string;
}

/** How the request counts for the rate limits. @param outcome undefined if it was not sent */
export function replyOf(outcome: Outcome | undefined): Reply {
	if (outcome === undefined) return 'unsent';
	const { problem, retry, retryAfterMs } = outcome;
	if (retry === 'throttled') return { retryAfterMs };
	if (!problem || problem.status !== undefined) return 'answered';
	// It has not reached the service, so it takes no slot there.
	return outcome.processed === 'no' ? 'unsent' : 'lost';
}
