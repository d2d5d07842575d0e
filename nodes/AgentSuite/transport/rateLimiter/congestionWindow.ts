import { LONG_AGO } from './windows';

/** A burst of 429s is forgotten this long after its pause, ms. Then a queue is sent as if there had been none. */
const FORGOTTEN_AFTER_MS = 120_000;
/** How long a request without a response takes a place, ms. A 429 comes earlier, so a slow response holds up no others. */
export const IN_FLIGHT_MS = 1000;

/**
 * How many requests can be in flight, as the congestion window of TCP (RFC 5681) in its congestion avoidance: one after a 429,
 * and about one more whenever a full window got through. Times are in ms.
 */
export class CongestionWindow {
	private size = Infinity;
	/** When the last burst of 429s began. */
	private refusedAt = LONG_AGO;
	private forgottenAt = LONG_AGO;

	/** Whether there is room for a request that is behind `ahead` others. */
	hasRoom(inFlight: Iterable<{ sentAt: number }>, ahead: number, now: number): boolean {
		if (now > this.forgottenAt) return true;
		const since = Math.max(this.refusedAt, now - IN_FLIGHT_MS);
		let places = Math.floor(this.size) - ahead;
		for (const { sentAt } of inFlight) if (sentAt > since) places--;
		return places > 0;
	}

	/** A response only says something about now if its request was sent after the last burst began. */
	isAfterBurst(sentAt: number): boolean {
		return sentAt > this.refusedAt;
	}

	/** A request got through that was sent after the last burst began. */
	grow(): void {
		this.size += 1 / this.size;
	}

	/** A burst of 429s begins. @param pausedUntil when its pause ends, ms */
	shrink(now: number, pausedUntil: number): void {
		this.size = 1;
		this.refusedAt = now;
		this.forgottenAt = Math.max(now, pausedUntil) + FORGOTTEN_AFTER_MS;
	}
}
