import { backoffMs } from '../backoff';
import type { QueuedRequest, Reply, TimedWait } from './types';

/** The wait after a 429: the longest first one, and the longest of all, ms. */
export const BACKOFF = { firstMs: 1000, longestMs: 8000 };

/** How long a request without a response takes a place, ms. A 429 is assumed to come earlier, so a slow response holds up no others. */
const IN_FLIGHT_MS = 1000;

/** How long after a 429 it is forgotten, ms. Whatever else used the limits then has perhaps ended. */
const FORGET_MS = 3_600_000;

/**
 * A 429 begins a backoff. After it, one request can be in flight, and about one more whenever as many as can be in flight were
 * answered: the congestion avoidance of TCP (RFC 5681), without its slow start. As there, several 429s to what was sent before the
 * first of them count as one. After an hour without one, as many as wait can be in flight again. Times are in ms.
 */
export class Congestion {
	/** How many requests can be in flight. Infinity until the first 429. */
	private maxInFlight = Infinity;
	/** When the last 429 came that counted. */
	private throttledAt = -Infinity;
	private backoffUntil = -Infinity;
	/** 429s that counted, since another response. */
	private throttledInARow = 0;
	/** Those sent since the last 429 that counted. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<QueuedRequest>();

	constructor(private readonly random = Math.random) {}

	/** Nothing is sent until its end. */
	get backoff(): TimedWait {
		return { reason: 'backoff', until: this.backoffUntil };
	}

	/** Whether one more can be in flight, behind `ahead` others that wait. */
	hasPlace(ahead: number, now: number): boolean {
		this.forget(now);
		const taken = [...this.inFlight].filter(({ sentAt }) => now < sentAt + IN_FLIGHT_MS).length;
		return taken + ahead < Math.floor(this.maxInFlight);
	}

	private forget(now: number): void {
		if (now <= this.throttledAt + FORGET_MS) return;
		this.maxInFlight = Infinity;
		this.throttledInARow = 0;
	}

	noteSent(request: QueuedRequest): void {
		this.inFlight.add(request);
	}

	noteReply(request: QueuedRequest, reply: Reply, now: number): void {
		if (!this.inFlight.delete(request)) return;
		this.forget(now);
		if (reply === 'answered') {
			this.maxInFlight += 1 / this.maxInFlight;
			this.throttledInARow = 0;
		}
		if (reply !== 'throttled') return;
		this.inFlight.clear();
		this.maxInFlight = 1;
		this.throttledInARow++;
		this.throttledAt = now;
		this.backoffUntil = now + backoffMs(this.throttledInARow, BACKOFF, this.random());
	}
}
