import type { Problem } from '../../model/problem';

/**
 * What a request without success came to. It is made once, where the response or the client's error is read, and
 * decides everything that follows.
 */
export interface Failure {
	problem: Problem;
	/** Whether the account was charged. The API says that every call is, and nothing about failed ones. */
	charged: 'perhaps' | 'no';
	/** Whether the service might have processed the request. */
	processed: 'perhaps' | 'no';
	/** Why another attempt can succeed. Absent if it cannot. */
	retry?: 'throttled' | 'unavailable' | 'connection' | 'timeout';
	/** The wait that the service asks for, ms. */
	retryAfterMs?: number;
	/** Whether the service would refuse every other request with the token. */
	endsAccount?: boolean;
}
