/**
 * What each status and each lost response means for what follows. Their texts are in errors/statusProblem.ts and lossProblem.ts. A
 * test compares which statuses the two tables have.
 */

import type { Effect } from '../../model/operation';
import type { PauseReason } from '../rateLimiter/types';
import type { LossName } from '../receive/loss';
import type { Failure, RetryReason } from './outcome';

interface Policy {
	fate: Failure['fate'];
	/** Absent if another attempt would fail too. */
	retry?: RetryReason;
}

type StatusClass = '3xx' | '4xx' | '5xx';

interface StatusPolicy extends Policy {
	/** What its Retry-After asks for. It says nothing with other statuses. */
	pause?: PauseReason;
	/** Whether no other request of the account can succeed. */
	rejectsAccount?: true;
}

export const statusPolicies: Record<number | StatusClass, StatusPolicy> = {
	// A cache has responded.
	304: { fate: 'rejected' },
	'3xx': { fate: 'turnedAway' },
	401: { fate: 'turnedAway', rejectsAccount: true },
	402: { fate: 'turnedAway', rejectsAccount: true },
	// It can be about the token, or about a single record.
	403: { fate: 'turnedAway' },
	// Of a proxy, which has sent nothing to the service.
	407: { fate: 'turnedAway' },
	429: { fate: 'turnedAway', retry: 'throttled', pause: 'tooManyRequests' },
	'4xx': { fate: 'rejected' },
	// It would most likely happen again for the same request, and be charged again.
	500: { fate: 'unclear' },
	503: { fate: 'unclear', retry: 'unavailable', pause: 'outage' },
	// What a proxy says of a service that is down: 502, 504, and some 52x.
	'5xx': { fate: 'unclear', retry: 'unavailable' },
};

/** @param status never a 2xx. Below 200 it says nothing. */
export function statusPolicy(status: number, effect: Effect): StatusPolicy {
	// A service that has processed a write can redirect to its result. Many frameworks send 302 for that.
	if (effect !== 'read' && (status === 302 || status === 303)) return { fate: 'unclear' };
	const ofClass = statusPolicies[`${Math.floor(status / 100)}xx` as StatusClass];
	return statusPolicies[status] ?? ofClass ?? { fate: 'unclear' };
}

/** Not 304, which leads nowhere: the client has the record already. */
export const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;

/** What each way to end without a response that can be read means. */
export const lossPolicies: Record<LossName, Policy> = {
	canceled: { fate: 'unclear' },
	blocked: { fate: 'unsent' },
	timeout: { fate: 'unclear', retry: 'timeout' },
	tooLarge: { fate: 'unclear' },
	tooMany: { fate: 'unclear' },
	unreadable: { fate: 'unclear' },
	closed: { fate: 'unclear', retry: 'connection' },
	unknownHost: { fate: 'unsent', retry: 'connection' },
	unreachable: { fate: 'unsent', retry: 'connection' },
	// In TLS 1.3, a server can reject the client's certificate after the request was sent, but then it never reads the request.
	insecure: { fate: 'unsent' },
};
