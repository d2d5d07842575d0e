import type { Operation } from '../../model/operation';
import type { Problem } from '../../model/problem';

/** What messages say about the request. */
export interface SentRequest {
	operation: Pick<Operation, 'effect' | 'forbiddenHint' | 'notFoundHint'>;
	url: string;
	timeoutMs: number;
	/** Label of the option that sets it, if the user can change it. */
	timeoutOption?: string;
}

/** What a request without success came to. It decides everything that follows. */
export interface Failure {
	problem: Problem;
	/** Whether it cost tokens. The API says that every request does, but nothing about those that fail. */
	charged: 'perhaps' | 'no';
	/** Whether the service may have carried it out. Then a create is not repeated. */
	processed: 'perhaps' | 'no';
	/** Why another attempt can succeed. Absent if it cannot. */
	retry?: 'throttled' | 'unavailable' | 'connection' | 'timeout';
	/** What the service asks for. */
	retryAfterMs?: number;
	/**
	 * Whether the service refuses the token or its balance, and so every other request of the account in the run. All cost the
	 * same, because a run has one operation.
	 */
	endsAccount?: boolean;
}
