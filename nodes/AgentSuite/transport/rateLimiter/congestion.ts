/** The longest first backoff, ms. */
const FIRST_BACKOFF_MS = 1000;
/** It doubles with each burst of 429s in a row, up to this, ms. */
const LONGEST_BACKOFF_MS = 8000;
/** How long a request without a response takes a place, ms. A 429 is assumed to come earlier, so a slow response holds up no others. */
const IN_FLIGHT_MS = 1000;

/**
 * A burst of 429s begins an exponential backoff with full jitter. After it, one request can be in flight, and about one more
 * whenever a full window got through: the congestion avoidance of TCP (RFC 5681), without its slow start. Times are in ms.
 */
export class Congestion {
	/** The end of the backoff. */
	backoffUntil = -Infinity;
	private backoffMs = FIRST_BACKOFF_MS;
	/** How many requests can be in flight. */
	private window = Infinity;
	/** When the last burst of 429s began. What was sent before belongs to it, so it says nothing about later. */
	burstAt = -Infinity;

	constructor(private readonly random = Math.random) {}

	/** Whether there was no 429 yet, so that any number can be in flight. */
	get isUnlimited(): boolean {
		return this.window === Infinity;
	}

	/** Whether the window has room for a request that is behind `ahead` others. */
	hasRoom(inFlight: Iterable<{ sentAt: number }>, ahead: number, now: number): boolean {
		const since = Math.max(this.burstAt, now - IN_FLIGHT_MS);
		let room = Math.floor(this.window) - ahead;
		for (const { sentAt } of inFlight) if (sentAt > since) room--;
		return room > 0;
	}

	/** A request was not refused. */
	notePassed(sentAt: number): void {
		if (sentAt <= this.burstAt) return;
		this.window += 1 / this.window;
		this.backoffMs = FIRST_BACKOFF_MS;
	}

	/** A request was refused with 429. */
	noteThrottled(sentAt: number, now: number): void {
		if (sentAt <= this.burstAt) return;
		this.burstAt = now;
		this.window = 1;
		this.backoffUntil = now + this.random() * this.backoffMs;
		this.backoffMs = Math.min(2 * this.backoffMs, LONGEST_BACKOFF_MS);
	}
}
