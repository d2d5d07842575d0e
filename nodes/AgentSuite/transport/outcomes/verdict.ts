import type { Effect } from '../../model/endpoint';
import type { Pause } from '../rateLimiter/types';
import { isSuccess, type Head } from '../receive/receive';
import { parseRetryAfter } from './retryAfter';
import { rowOf, type Status } from './statuses';

/** What a response means, by its head. */
export type Verdict = typeof success | Rejection;

const success = { fate: 'done', shows: 'works', pause: undefined } as const;

/** A response without success: its row, for a request with an effect, and a time. */
export interface Rejection extends Omit<Status, 'fateOfWrite' | 'pause'> {
	/** What it asks all requests of the account to do. */
	pause?: Pause;
}

/** The head is enough, so nothing waits for the body. Of a page of a proxy with a status of success, only the body tells it. */
export function verdictOf({ status, headers }: Head, effect: Effect): Verdict {
	if (isSuccess(status)) return success;
	const { fateOfWrite, pause: reason, ...row } = rowOf(status);
	const fate = effect === 'read' ? row.fate : (fateOfWrite ?? row.fate);
	const ms = reason && retryAfterOf(headers);
	return { ...row, fate, ...(reason && ms !== undefined && { pause: { reason, ms } }) };
}

function retryAfterOf(headers: Head['headers']): number | undefined {
	// The service's clock, because that of this machine can be an hour off.
	const sentOn = Date.parse(String(headers.date));
	return parseRetryAfter(headers['retry-after'], Number.isNaN(sentOn) ? Date.now() : sentOn);
}
