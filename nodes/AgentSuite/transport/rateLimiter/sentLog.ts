import { BACKOFF } from './congestion';
import { roomAt } from './roomAt';
import { SPANS, type LimitName, type Limits } from './spans';

/**
 * How many minutes in a row have to be full, until requests are sent evenly. With the default limits, the hour is full after ten, so
 * the gap grows to a third of an even one.
 */
const MINUTES_UNTIL_EVEN = 30;

/** How long after that is soon, ms. A queue that a backoff after a 429 has held up keeps the minute full all the same. */
const SOON_MS = BACKOFF.longestMs;

/** When the requests of the last day were sent, as a sliding log: exact for every limit. Times are in ms. */
export class SentLog {
	/** Ascending. */
	private readonly times: number[] = [];

	constructor(private readonly spans = SPANS) {}

	add(now: number): void {
		this.times.push(now);
		const firstKept = this.times.findIndex((time) => time > now - this.spans.day);
		this.times.splice(0, firstKept);
	}

	/** Takes back a request that the service does not count, or another one of the same time, which is the same here. */
	takeBack(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** When the request that is behind `ahead` others can be sent, as far as one limit is concerned. */
	opensAt(name: LimitName, { [name]: limit }: Limits, ahead: number, now: number): number {
		if (limit === 0) return now;
		const hasRoomAt = roomAt(this.times, limit, this.spans[name], ahead, now);
		return name === 'minute' ? Math.max(hasRoomAt, this.spreadAt(limit, ahead)) : hasRoomAt;
	}

	/**
	 * When it can be sent, so that a queue that keeps the minute full is spread over it, and other processes find gaps. Without it,
	 * 30 reads beside a busy process take up to 8 minutes instead of 2 (simulation.test.ts). The gap between requests grows from 0 to
	 * an even one with each request that was sent soon after the minute had room. The first one that was not starts over at 0, so any
	 * other queue is sent at once.
	 */
	spreadAt(perMinute: number, ahead: number): number {
		const { times, spans } = this;
		const isSoon = (index: number) =>
			index >= perMinute && times[index] - times[index - perMinute] <= spans.minute + SOON_MS;
		const untilEven = MINUTES_UNTIL_EVEN * perMinute;
		let inARow = 0;
		while (inARow < untilEven && isSoon(times.length - 1 - inARow)) inARow++;
		const gap = (spans.minute / perMinute) * (inARow / untilEven);
		return (times.at(-1) ?? -Infinity) + gap * (ahead + 1);
	}
}
