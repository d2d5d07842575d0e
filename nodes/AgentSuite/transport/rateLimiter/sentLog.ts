import { LONGEST_TRAVEL_MS } from '../tuning';
import { Spread } from './spread';
import type { Limits, QueuedRequest, Wait } from './types';

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Record<keyof Limits, number>> = {
	minute: 60_000 + LONGEST_TRAVEL_MS,
	hour: 3_600_000 + LONGEST_TRAVEL_MS,
	day: 86_400_000 + LONGEST_TRAVEL_MS,
};

const LIMIT_NAMES = Object.keys(SPANS) as Array<keyof Limits>;

export const areEqual = (one: Limits, other: Limits): boolean =>
	LIMIT_NAMES.every((name) => one[name] === other[name]);

/** When the requests of the last day were sent, as a sliding log: exact for every limit. Times are in ms. */
export class SentLog {
	/** Ascending. */
	private readonly times: number[] = [];
	private readonly spread = new Spread();

	constructor(private readonly spans: typeof SPANS) {}

	/** A request is sent. */
	add({ sentAt, limits }: QueuedRequest): void {
		const makesRoom = this.times.at(-limits.minute) ?? -Infinity;
		this.spread.noteSent(sentAt, makesRoom + this.spans.minute);
		this.times.push(sentAt);
		while (this.times[0] <= sentAt - this.spans.day) this.times.shift();
	}

	/** Takes back a request that the service does not count. Of several at the same time, any of them: only times are kept. */
	takeBack({ sentAt }: QueuedRequest): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** When each limit lets through the request that is behind `ahead` others. */
	limitWaits(limits: Limits, ahead: number, now: number): Wait[] {
		const roomIn = (name: keyof Limits) => this.roomAt(limits[name], this.spans[name], ahead, now);
		// That of the minute also spreads them over it.
		const minute = Math.max(roomIn('minute'), this.gapOverAt(limits.minute, ahead));
		return [
			{ reason: 'minute', until: minute },
			{ reason: 'hour', until: roomIn('hour') },
			{ reason: 'day', until: roomIn('day') },
		];
	}

	/** When the request that is behind `ahead` others is far enough from the last one. */
	private gapOverAt(perMinute: number, ahead: number): number {
		const gap = this.spread.gap(perMinute, this.spans.minute);
		return (this.times.at(-1) ?? -Infinity) + gap * (ahead + 1);
	}

	/**
	 * When there is room for the request that is behind `ahead` others. With a limit of N, that is a span after the Nth last
	 * request. If more than N are waiting, each further N wait for a span more.
	 * @param limit how many can be sent within the span: 1 or more
	 */
	private roomAt(limit: number, span: number, ahead: number, now: number): number {
		const makesRoom = this.times[this.times.length - limit + (ahead % limit)] ?? -Infinity;
		return Math.max(now, makesRoom + span) + Math.floor(ahead / limit) * span;
	}
}
