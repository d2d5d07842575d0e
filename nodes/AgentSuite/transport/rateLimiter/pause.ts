import { LONG_AGO } from './windows';

/** The longest first backoff, ms. It doubles with each burst of 429s in a row. */
const FIRST_BACKOFF_MS = 1000;
/** No backoff is longer, ms. */
const LONGEST_BACKOFF_MS = 8000;

/**
 * After a 429, nothing is sent for as long as the service asks for (Retry-After), and not before the end of a backoff: exponential,
 * with full jitter. Times are in ms.
 */
export class Pause {
	/** When it is over. */
	until = LONG_AGO;
	/** Whether the service asked for it, or it is a backoff of our own. */
	limit: 'pause' | 'backoff' = 'backoff';
	private backoffMs = FIRST_BACKOFF_MS;

	constructor(private readonly random = Math.random) {}

	/** The service asks for a pause. The longest that it has asked for counts. */
	ask(until: number): void {
		this.extend('pause', until);
	}

	/** A burst of 429s begins. */
	backOff(now: number): void {
		this.extend('backoff', now + this.random() * this.backoffMs);
		this.backoffMs = Math.min(2 * this.backoffMs, LONGEST_BACKOFF_MS);
	}

	/** A request got through, so the next backoff is a first one. */
	resetBackoff(): void {
		this.backoffMs = FIRST_BACKOFF_MS;
	}

	/** The service lets requests through again. */
	end(): void {
		this.until = LONG_AGO;
	}

	private extend(limit: 'pause' | 'backoff', until: number): void {
		if (until <= this.until) return;
		this.until = until;
		this.limit = limit;
	}
}
