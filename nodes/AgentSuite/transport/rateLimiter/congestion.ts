import { backoffMs } from './backoff';
import { LONGEST_TRAVEL_MS, RECHECK_MS } from '../tuning';
import type { QueuedRequest, Reply, Wait } from './types';

/**
 * A 429 begins a backoff. After it, one request can be in flight, and one more each time that so many have got through: the congestion
 * avoidance of TCP (RFC 5681), without its slow start. As in TCP, several 429s to what was sent before the first of them count as one.
 * Times are in ms.
 */
export class Congestion {
	/** How many requests can be in flight: without a response, and for no longer than a 429 travels. Infinity until the first 429. */
	private window = Infinity;
	/** How many have got through since the window has changed. */
	private answered = 0;
	private backoffUntil = -Infinity;
	/** 429s that counted, since another response. */
	private throttledInARow = 0;
	/** Those sent since the last 429 that counted. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<QueuedRequest>();

	constructor(private readonly random = Math.random) {}

	/** When the backoff is over, and a request that is behind `ahead` others can be in flight too. */
	waits(ahead: number, now: number): Wait[] {
		return [
			{ reason: 'backoff', until: this.backoffUntil },
			// A response can free a place at any time, and age does so soon. So it is only known to last until the next look.
			{ reason: 'place', until: this.hasPlace(ahead, now) ? now : now + RECHECK_MS },
		];
	}

	private hasPlace(ahead: number, now: number): boolean {
		const recent = [...this.inFlight].filter(({ sentAt }) => sentAt > now - LONGEST_TRAVEL_MS);
		return recent.length + ahead < this.window;
	}

	noteSent(request: QueuedRequest): void {
		this.inFlight.add(request);
	}

	noteReply(request: QueuedRequest, reply: Reply, now: number): void {
		if (!this.inFlight.delete(request)) return;
		switch (reply) {
			case 'answered':
				this.throttledInARow = 0;
				this.answered++;
				if (this.answered >= this.window) this.setWindow(this.window + 1);
				break;
			case 'throttled':
				this.throttledInARow++;
				this.backoffUntil = now + backoffMs(this.throttledInARow, this.random());
				this.setWindow(1);
				this.inFlight.clear();
				break;
			case 'unsent':
			case 'unanswered':
			// They show nothing of what the service lets through, so they only free their place.
		}
	}

	private setWindow(window: number): void {
		this.window = window;
		this.answered = 0;
	}
}
