/** As many as the reads that one run has in flight at a time, so that each of them can be sent again once. */
const CAPACITY = 128;

/** How many an account has used, in all nodes, workflows, and executions of the process. Without an entry it has all of them. */
const used = new Map<string, number>();

/**
 * Bounds the retries of an account in an outage, as a retry token bucket does (RetryThrottler of gRPC): each retry takes one out,
 * each success puts one back, and time does not. An empty bucket still lets each request be sent once, so the first success after
 * the outage begins to fill it. Retries after a 429 are not counted, because they wait for the rate limit.
 */
export const retryQuota = {
	/** @returns false if none is left, and the request must not be repeated */
	take(account: string): boolean {
		const count = used.get(account) ?? 0;
		if (count >= CAPACITY) return false;
		used.set(account, count + 1);
		return true;
	},

	/** A request of the account succeeded. */
	putBack(account: string): void {
		const count = used.get(account) ?? 0;
		if (count > 1) used.set(account, count - 1);
		else used.delete(account);
	},
};
