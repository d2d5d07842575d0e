import { BACKOFF } from './congestion';
import { roomAt } from './roomAt';
import { SPANS, type LimitName, type Limits } from './spans';

/** How many requests in a row have to be sent soon after the minute has room for them, until they are sent evenly. */
const REQUESTS_UNTIL_EVEN = 3000;

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

	/** Takes back a request that the service does not count. */
	takeBack(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** When a limit has room for the request that is behind `ahead` others. */
	resetsAt(name: LimitName, { [name]: limit }: Limits, ahead: number, now: number): number {
		return limit === 0 ? now : roomAt(this.times, limit, this.spans[name], ahead, now);
	}

	/**
	 * When the request that is behind `ahead` others can be sent, so that a queue that keeps the minute full is spread over it, and
	 * other processes find gaps. Without it, 30 reads beside a busy process take up to 8 minutes instead of 2 (simulation.test.ts). The gap between
	 * requests grows from 0 to an even one with each request that was sent soon after the minute had room. The first one that was
	 * not starts over at 0, so any other queue is sent at once.
	 */
	spreadAt({ minute: limit }: Limits, ahead: number): number {
		const { times, spans } = this;
		if (limit === 0) return -Infinity;
		const isSoon = (index: number) =>
			index >= limit && times[index] - times[index - limit] <= spans.minute + SOON_MS;
		let inARow = 0;
		while (inARow < REQUESTS_UNTIL_EVEN && isSoon(times.length - 1 - inARow)) inARow++;
		const gap = (spans.minute / limit) * (inARow / REQUESTS_UNTIL_EVEN);
		return (times.at(-1) ?? -Infinity) + gap * (ahead + 1);
	}
}
