import { backoffMs } from '../backoff';
import { roomAt } from './roomAt';
import { SPANS, TRAVEL_MS } from './spans';
import type { QueuedRequest, Reply, Wait } from './types';

/** The wait after a 429: the longest first one, and the longest of all, ms. */
export const BACKOFF = { firstMs: 1000, longestMs: 8000 };

/**
 * A 429 begins a backoff. After it, one request can be in flight, and one more whenever one that took the last place was
 * answered: the congestion avoidance of TCP (RFC 5681), without its slow start. So what never fills the window does not open it
 * (RFC 7661). As in TCP, several 429s to what was sent before the first of them count as one. Times are in ms.
 */
export class Congestion {
	/** How many requests can be in flight: without a response, and for no longer than a 429 travels. Infinity until the first 429. */
	private window = Infinity;
	/** When the last 429 came that counted. */
	private throttledAt = -Infinity;
	private backoffUntil = -Infinity;
	/** 429s that counted, since another response. */
	private throttledInARow = 0;
	/** Those sent since the last 429 that counted. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<QueuedRequest>();
	/** Those of them that took the last place. Another one does as soon as a 429 to the last of them would have come. */
	private readonly lastPlaces = new Set<QueuedRequest>();

	constructor(private readonly random = Math.random) {}

	/** Nothing is sent until its end. */
	get backoff(): Wait {
		return { reason: 'backoff', until: this.backoffUntil };
	}

	/** When a request that is behind `ahead` others has a place. A response can free it earlier. */
	place(ahead: number, now: number): Wait {
		this.forget(now);
		return { reason: 'place', until: this.placeAt(ahead, now) };
	}

	private placeAt(ahead: number, now: number): number {
		const times = [...this.inFlight].map(({ sentAt }) => sentAt);
		return roomAt(times, this.window, TRAVEL_MS, ahead, now);
	}

	/** After an hour without a 429, as many as wait can be in flight again: whatever else used the limits then has perhaps ended. */
	private forget(now: number): void {
		if (now <= this.throttledAt + SPANS.hour) return;
		this.window = Infinity;
		this.throttledInARow = 0;
	}

	noteSent(request: QueuedRequest): void {
		this.inFlight.add(request);
		const isFull = this.placeAt(0, request.sentAt) > request.sentAt;
		const isTold = ({ sentAt }: QueuedRequest) => request.sentAt >= sentAt + TRAVEL_MS;
		if (isFull && [...this.lastPlaces].every(isTold)) this.lastPlaces.add(request);
	}

	noteReply(request: QueuedRequest, reply: Reply, now: number): void {
		if (!this.inFlight.delete(request)) return;
		const hadLastPlace = this.lastPlaces.delete(request);
		if (reply === 'answered') {
			if (hadLastPlace) this.window++;
			this.throttledInARow = 0;
		}
		if (reply !== 'throttled') return;
		this.forget(now);
		this.inFlight.clear();
		this.lastPlaces.clear();
		this.window = 1;
		this.throttledInARow++;
		this.throttledAt = now;
		this.backoffUntil = now + backoffMs(this.throttledInARow, BACKOFF, this.random());
	}
}
