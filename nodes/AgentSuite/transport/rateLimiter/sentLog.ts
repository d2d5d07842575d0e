import { SPANS, type Limits, type WindowName } from './limits';

/** How many requests in a row have to use a minute slot soon after it opens, until the queue is spread evenly. */
const EVEN_AFTER = 3000;
/** "Soon": within this part of a minute. */
const SOON = 1 / 4;

/** When the requests of the last day were sent: exact sliding windows. Times are in ms. */
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

	/**
	 * When the window has room for the request that is behind `ahead` others. A window of N requests has room again a span after the
	 * Nth last request. If more than N are queued, each further N wait for a span more.
	 */
	slotAt(window: WindowName, limits: Limits, ahead: number, now: number): number {
		const { [window]: slots } = limits;
		const { [window]: span } = this.spans;
		if (slots === 0) return now;
		const takenOver = this.times[this.times.length - slots + (ahead % slots)] ?? -Infinity;
		return Math.max(now, takenOver + span) + Math.floor(ahead / slots) * span;
	}

	/**
	 * When the request that is behind `ahead` others can be sent, so that a queue that keeps the minute full is spread over it, and
	 * other processes find gaps. The gap between requests grows from 0 to an even one with each request that was sent as soon as the
	 * minute had room. The first one that was not starts over at 0, so any other queue is sent in bursts.
	 */
	spreadAt({ minute: slots }: Limits, ahead: number): number {
		const { times, spans } = this;
		if (slots === 0) return -Infinity;
		const usedSoon = (index: number) =>
			index >= slots && times[index] - times[index - slots] <= spans.minute * (1 + SOON);
		let inARow = 0;
		while (inARow < EVEN_AFTER && usedSoon(times.length - 1 - inARow)) inARow++;
		const gap = (spans.minute / slots) * (inARow / EVEN_AFTER);
		return (times.at(-1) ?? -Infinity) + gap * (ahead + 1);
	}
}
