import { backoffMs } from './backoff';
import { roomAt } from './roomAt';

/** The wait after a 429: the longest first one, and the longest of all, ms. */
export const BACKOFF = { firstMs: 1000, longestMs: 8000 };

/** How long a request without a response takes a place, ms. A 429 is assumed to come earlier, so a slow response holds up no others. */
const IN_FLIGHT_MS = 1000;

/**
 * A 429 begins a backoff. After it, one request can be in flight, and about one more whenever a full window got through: the
 * congestion avoidance of TCP (RFC 5681), without its slow start. As there, several 429s to what was sent before the first of
 * them count as one. Times are in ms.
 */
export class Congestion {
	/** How many requests can be in flight. Infinity until the first 429. */
	private window = Infinity;
	/** 429s that counted, since a request got through. */
	private failures = 0;
	/** When the last 429 that counted came. What was sent before says nothing about later. */
	private throttledAt = -Infinity;
	/** The end of the backoff. */
	backoffUntil = -Infinity;

	constructor(private readonly random = Math.random) {}

	/** When one more can be in flight behind `ahead` others. A response can make it earlier. @param sent in flight, ascending, ms */
	roomAt(sent: number[], ahead: number, now: number): number {
		const counted = sent.filter((sentAt) => sentAt > this.throttledAt);
		return roomAt(counted, Math.floor(this.window), IN_FLIGHT_MS, ahead, now);
	}

	/** The service let a request through. */
	notePassed(sentAt: number): void {
		if (sentAt <= this.throttledAt) return;
		this.window += 1 / this.window;
		this.failures = 0;
	}

	/** A request was refused with 429. */
	noteThrottled(sentAt: number, now: number): void {
		if (sentAt <= this.throttledAt) return;
		this.throttledAt = now;
		this.window = 1;
		this.failures++;
		this.backoffUntil = now + backoffMs(this.failures, BACKOFF, this.random());
	}
}
