import type { Problem } from '../model/problem';
import type { Reply } from './rateLimiter/rateLimiter';

/** A response of the service with any status. */
export interface HttpResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

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
	/** What the rate limiter is told. */
	reply: Reply;
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
