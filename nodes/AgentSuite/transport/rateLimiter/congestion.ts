import { LONGEST_TRAVEL_MS, RECHECK_MS } from '../tuning';
import { backoffMs } from './backoff';
import type { QueuedRequest, Reply, Wait } from './types';

/**
 * A 429 begins a backoff. After it, one request can be in flight: without a response, and for no longer than a 429 travels. One more
 * can be each time that so many have got through: the congestion avoidance of TCP (RFC 5681), without its slow start. As in TCP, several
 * 429s to what was sent before the first of them count as one.
 */
export class Congestion {
	/** How many have got through since the last 429 that counted. Infinity before the first one. */
	private answered = Infinity;
	/** 429s that counted, since another response. */
	private throttledInARow = 0;
	private backoffOverAt = -Infinity;
	/** Those sent since the last 429 that counted. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<QueuedRequest>();

	constructor(private readonly random: () => number) {}

	/** Until the request that is behind `ahead` others can be in flight too. */
	waits(ahead: number, now: number): Wait[] {
		const recent = [...this.inFlight].filter(({ sentAt }) => sentAt > now - LONGEST_TRAVEL_MS);
		const others = recent.length + ahead;
		// 1 + 2 + … + others
		const hasPlace = this.answered >= (others * (others + 1)) / 2;
		// A response can free a place at any time, and age does so soon. So it is only known to last until the next look.
		return [
			{ reason: 'backoff', ms: this.backoffOverAt - now },
			{ reason: 'place', ms: hasPlace ? 0 : RECHECK_MS },
		];
	}

	noteSent(request: QueuedRequest): void {
		this.inFlight.add(request);
	}

	noteReply(request: QueuedRequest, reply: Reply, now: number): void {
		if (!this.inFlight.delete(request)) return;
		// The others show nothing of what the service lets through, so they only free their place.
		if (reply === 'answered') {
			this.answered++;
			this.throttledInARow = 0;
		} else if (reply === 'throttled') {
			this.inFlight.clear();
			this.answered = 0;
			this.throttledInARow++;
			this.backoffOverAt = now + backoffMs(this.throttledInARow, this.random());
		}
	}
}
