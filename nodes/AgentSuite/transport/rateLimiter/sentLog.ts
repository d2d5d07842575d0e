import { roomAt } from './roomAt';
import { SPANS } from './spans';
import { spreadAt } from './spread';
import type { LimitName, Limits } from './types';

/** How many old requests are forgotten at once. They do no harm. */
const FORGET_AT_ONCE = 1000;

/** When the requests of the last day were sent, as a sliding log: exact for every limit. Times are in ms. */
export class SentLog {
	/** Ascending. */
	private readonly times: number[] = [];

	constructor(private readonly spans = SPANS) {}

	add(now: number): void {
		this.times.push(now);
		const firstKept = this.times.findIndex((time) => time > now - this.spans.day);
		// Not one by one, because each time moves all others.
		if (firstKept >= FORGET_AT_ONCE) this.times.splice(0, firstKept);
	}

	/** Takes back a request that the service does not count. Of several at the same time, any of them: only times are kept. */
	takeBack(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** When the request that is behind `ahead` others can be sent, as far as one limit is concerned. */
	opensAt(name: LimitName, { [name]: limit }: Limits, ahead: number, now: number): number {
		if (limit === 0) return now;
		const { times, spans } = this;
		const hasRoomAt = roomAt(times, limit, spans[name], ahead, now);
		if (name !== 'minute') return hasRoomAt;
		return Math.max(hasRoomAt, spreadAt(times, limit, ahead, spans.minute));
	}
}
