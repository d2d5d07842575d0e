import { backoffMs } from './backoff';
import { LONGEST_TRAVEL_MS } from '../tuning';
import type { Pause, QueuedRequest, Reply } from './types';

/**
 * A 429 begins a backoff. After it, one request can be in flight: without a response, and for no longer than a 429 travels. One more
 * can be each time that so many have got through: the congestion avoidance of TCP (RFC 5681), without its slow start. As in TCP, several
 * 429s to what was sent before the first of them count as one. Times are in ms.
 */
export class Congestion {
	/** How many have got through since the last 429 that counted. Infinity before the first one. */
	private answered = Infinity;
	/** 429s that counted, since another response. */
	private throttledInARow = 0;
	/** Those sent since the last 429 that counted. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<QueuedRequest>();

	constructor(private readonly random = Math.random) {}

	/** Whether a request that is behind `ahead` others can be in flight too. */
	hasPlace(ahead: number, now: number): boolean {
		const recent = [...this.inFlight].filter(({ sentAt }) => sentAt > now - LONGEST_TRAVEL_MS);
		const others = recent.length + ahead;
		// 1 + 2 + … + others
		return this.answered >= (others * (others + 1)) / 2;
	}

	noteSent(request: QueuedRequest): void {
		this.inFlight.add(request);
	}

	/** @returns the backoff that begins */
	noteReply(request: QueuedRequest, reply: Reply): Pause | undefined {
		if (!this.inFlight.delete(request)) return undefined;
		switch (reply) {
			case 'throttled':
				this.inFlight.clear();
				this.answered = 0;
				this.throttledInARow++;
				return { reason: 'backoff', ms: backoffMs(this.throttledInARow, this.random()) };
			case 'answered':
				this.answered++;
				this.throttledInARow = 0;
				return undefined;
			// They show nothing of what the service lets through, so they only free their place.
			case 'unsent':
			case 'unanswered':
				return undefined;
		}
	}
}
