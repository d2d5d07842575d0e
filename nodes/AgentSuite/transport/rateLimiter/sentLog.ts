import { LONGEST_BACKOFF_MS, LONGEST_TRAVEL_MS, MINUTES_UNTIL_EVEN } from '../tuning';
import type { Limits, QueuedRequest, Wait } from './types';

export const MINUTE_MS = 60_000;

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Record<keyof Limits, number>> = {
	minute: MINUTE_MS + LONGEST_TRAVEL_MS,
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
	/**
	 * How many of the last were sent as soon as the minute, which was full, had room for them, or a backoff later. The first one that was
	 * not begins at 0, so any other queue is sent at once.
	 */
	private fullInARow = 0;

	constructor(private readonly spans: typeof SPANS) {}

	/** A request is sent. */
	add({ sentAt, limits }: QueuedRequest): void {
		const hadRoomAt = (this.times.at(-limits.minute) ?? -Infinity) + this.spans.minute;
		const keepsFull = sentAt <= hadRoomAt + LONGEST_BACKOFF_MS;
		this.fullInARow = keepsFull ? this.fullInARow + 1 : 0;
		this.times.push(sentAt);
		while (this.times[0] <= sentAt - this.spans.day) this.times.shift();
	}

	/** Takes back a request that the service does not count. Of several at the same time, any of them: only times are kept. */
	takeBack({ sentAt }: QueuedRequest): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** When each limit lets through the request that is behind `ahead` others. The minute also keeps them apart. */
	limitWaits(limits: Limits, ahead: number, now: number): Wait[] {
		const roomIn = (name: keyof Limits) => this.roomAt(limits[name], this.spans[name], ahead, now);
		const minute = Math.max(roomIn('minute'), this.gapOverAt(limits.minute, ahead));
		return [
			{ reason: 'minute', until: minute },
			{ reason: 'hour', until: roomIn('hour') },
			{ reason: 'day', until: roomIn('day') },
		];
	}

	/**
	 * When the request that is behind `ahead` others is far enough from the last one: a queue that keeps the minute full is spread over it,
	 * so that other processes find gaps. Without it, 30 reads beside a busy process take up to 8 minutes instead of 2 to 4
	 * (simulation.test.ts). The gap grows from 0 to an even one.
	 */
	private gapOverAt(perMinute: number, ahead: number): number {
		const untilEven = MINUTES_UNTIL_EVEN * perMinute;
		const gap = (this.spans.minute / perMinute) * Math.min(1, this.fullInARow / untilEven);
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
