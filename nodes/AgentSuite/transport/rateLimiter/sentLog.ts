import { SPANS, type Limits, type WindowName } from './limits';

/** The gap is even when this many requests in a row have used their slot soon after it was free. */
const EVEN_AFTER = 3000;
/** Soon: within this part of a span. */
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
	 * When a slot in the window opens for the request that is behind `ahead` others. Each request takes over the slot of the one
	 * that is `slots` before it, a span later. So the queue goes in rounds of `slots` requests, a span after each other.
	 */
	slotAt(window: WindowName, limits: Limits, ahead: number, now: number): number {
		const { [window]: slots } = limits;
		const { [window]: span } = this.spans;
		if (slots === 0) return now;
		const takenOver = this.times[this.times.length - slots + (ahead % slots)] ?? -Infinity;
		return Math.max(now, takenOver + span) + Math.floor(ahead / slots) * span;
	}

	/**
	 * When the request that is behind `ahead` others can be sent, if a queue that keeps the minute full is spread over the minute.
	 * That happens slowly, so that other processes find gaps, and any other queue is sent in bursts.
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
