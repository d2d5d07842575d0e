import { RETRIES_IN_OUTAGE } from '../tuning';

/** A retry that was taken out. */
export interface RetryTicket {
	/** The retry was not sent. */
	giveBack(): void;
}

/**
 * Bounds the retries of an account in an outage, as the retry quota of the AWS SDKs does. Each retry takes one out. Each success, or
 * request that the service rejects, puts one back, and time does not, apart from a day without a request. If none is left, each request is
 * still sent once. So the first of these after the outage begins to put them back.
 * Retries after a 429 are not counted, because they wait for the rate limit.
 */
export class RetryQuota {
	private left = RETRIES_IN_OUTAGE;

	/** Takes one out for a retry. Undefined if none is left, so that no request must be repeated. */
	take(): RetryTicket | undefined {
		if (this.left === 0) return undefined;
		this.left--;
		return { giveBack: () => this.putBack() };
	}

	/** Puts one back: the service works. */
	putBack(): void {
		this.left = Math.min(this.left + 1, RETRIES_IN_OUTAGE);
	}
}
