import { LONGEST_BACKOFF_MS, MINUTES_UNTIL_EVEN } from '../tuning';

/**
 * Spreads a queue that keeps the minute full over it, so that other processes find gaps. Without it, 30 reads beside a busy process take
 * up to 8 minutes instead of 2 to 4 (simulation.test.ts). The gap between requests grows from 0 to an even one with each request in a
 * row that is sent as soon as the minute has room, or a backoff later. The first one that is not starts over at 0, so any other queue is
 * sent at once.
 */
export class Spread {
	private inARow = 0;

	/** @param hadRoomAt when the minute, which was full, had room for it, ms. -Infinity if it was not full */
	noteSent(sentAt: number, hadRoomAt: number): void {
		const keepsFull = sentAt <= hadRoomAt + LONGEST_BACKOFF_MS;
		this.inARow = keepsFull ? this.inARow + 1 : 0;
	}

	/** The least time between two requests, ms. @param perMinute the limit */
	gap(perMinute: number, minuteMs: number): number {
		const untilEven = MINUTES_UNTIL_EVEN * perMinute;
		return (minuteMs / perMinute) * Math.min(1, this.inARow / untilEven);
	}
}
