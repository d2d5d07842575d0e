import { READS_AT_A_TIME } from './run';
import { undoUnlessDone } from './undoUnlessDone';

/** Each read that a run has in flight can be sent again once. */
const CAPACITY = READS_AT_A_TIME;

/**
 * Bounds the retries of an account in an outage, as a retry token bucket does (RetryThrottler of gRPC): each retry takes one out,
 * each success puts one back, and time does not. An empty bucket still lets each request be sent once, so the first success after
 * the outage begins to fill it. Retries after a 429 are not counted, because they wait for the rate limit.
 */
export class RetryQuota {
	private left = CAPACITY;

	/** Whether no retry is left, so that no request must be repeated. */
	get isEmpty(): boolean {
		return this.left === 0;
	}

	/** Takes one for a retry, and puts it back if that throws, because it was not sent. */
	async withOne<T>(retry: () => Promise<T>): Promise<T> {
		this.left--;
		return await undoUnlessDone(retry, () => this.putBack());
	}

	/** A request of the account succeeded. */
	putBack(): void {
		this.left = Math.min(this.left + 1, CAPACITY);
	}
}
