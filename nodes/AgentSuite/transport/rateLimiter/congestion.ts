import { backoffMs } from '../backoff';
import { TRAVEL_MS } from './spans';
import type { QueuedRequest, Reply, Wait } from './types';

/** The wait after a 429: the longest first one, and the longest of all, ms. */
export const BACKOFF = { firstMs: TRAVEL_MS, longestMs: 8000 };

/**
 * A 429 begins a backoff. After it, one request can be in flight, and one more after each round trip that filled the window:
 * the congestion avoidance of TCP (RFC 5681), without its slow start. So what never fills the window does not open it (RFC
 * 7661). As in TCP, several 429s to what was sent before the first of them count as one. Times are in ms.
 */
export class Congestion {
	/** How many requests can be in flight: without a response, and for no longer than a 429 travels. Infinity until the first 429. */
	private window = Infinity;
	/** When the window was last changed. */
	private changedAt = -Infinity;
	private backoffUntil = -Infinity;
	/** 429s that counted, since another response. */
	private throttledInARow = 0;
	/** Those sent since the last 429 that counted. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<QueuedRequest>();

	constructor(private readonly random = Math.random) {}

	/** Nothing is sent until its end. */
	get backoff(): Wait {
		return { reason: 'backoff', until: this.backoffUntil };
	}

	/** Whether a request that is behind `ahead` others can be in flight too. */
	hasPlace(ahead: number, now: number): boolean {
		const recent = [...this.inFlight].filter(({ sentAt }) => sentAt > now - TRAVEL_MS);
		return recent.length + ahead < this.window;
	}

	noteSent(request: QueuedRequest): void {
		this.inFlight.add(request);
	}

	noteReply(request: QueuedRequest, reply: Reply, now: number): void {
		const isFull = !this.hasPlace(0, now);
		if (!this.inFlight.delete(request)) return;
		if (reply === 'answered') {
			this.throttledInARow = 0;
			// What was sent before the last change filled a smaller window. A slow response counts from when its 429 would have come.
			const isNextTrip = Math.max(request.sentAt, now - TRAVEL_MS) >= this.changedAt;
			if (isFull && isNextTrip) this.setWindow(this.window + 1, now);
		}
		if (reply !== 'throttled') return;
		this.inFlight.clear();
		this.setWindow(1, now);
		this.throttledInARow++;
		this.backoffUntil = now + backoffMs(this.throttledInARow, BACKOFF, this.random());
	}

	private setWindow(window: number, now: number): void {
		this.window = window;
		this.changedAt = now;
	}
}
