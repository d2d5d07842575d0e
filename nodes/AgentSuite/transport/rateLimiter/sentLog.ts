import { LONGEST_TRAVEL_MS } from '../tuning';
import { spreadUntil } from './spread';
import type { Limits, Wait } from './types';

export const MINUTE_MS = 60_000;

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Limits> = {
	minute: MINUTE_MS + LONGEST_TRAVEL_MS,
	hour: 3_600_000 + LONGEST_TRAVEL_MS,
	day: 86_400_000 + LONGEST_TRAVEL_MS,
};

const LIMIT_NAMES = Object.keys(SPANS) as Array<keyof Limits>;

export const areEqual = (one: Limits, other: Limits): boolean =>
	LIMIT_NAMES.every((name) => one[name] === other[name]);

/** When the requests of the last day were sent, as a sliding log: exact for every limit. */
export class SentLog {
	/** Ascending. */
	private readonly times: number[] = [];

	constructor(private readonly spans: Readonly<Limits>) {}

	/** A request is sent. */
	add(sentAt: number): void {
		this.times.push(sentAt);
		while (this.times[0] <= sentAt - this.spans.day) this.times.shift();
	}

	/** Takes back a request that the service does not count. Of several at the same time, any of them: only times are kept. */
	takeBack(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** Until each limit lets through the request that is behind `ahead` others. The minute also keeps them apart (`spreadUntil`). */
	waits(limits: Limits, ahead: number, now: number): Wait[] {
		const { times, spans } = this;
		const roomIn = (name: keyof Limits) => roomAt(times, limits[name], spans[name], ahead, now);
		const spread = spreadUntil(times, limits.minute, spans.minute, ahead);
		return [
			{ reason: 'minute', ms: Math.max(roomIn('minute'), spread) - now },
			{ reason: 'hour', ms: roomIn('hour') - now },
			{ reason: 'day', ms: roomIn('day') - now },
		];
	}
}

/**
 * When there is room for the request that is behind `ahead` others. With a limit of N, that is a span after the Nth last request. If more
 * than N are waiting, each further N wait for a span more.
 * @param times when requests were sent, ascending
 * @param limit how many can be sent within the span: 1 or more
 */
function roomAt(
	times: readonly number[],
	limit: number,
	span: number,
	ahead: number,
	now: number,
): number {
	const makesRoom = times[times.length - limit + (ahead % limit)] ?? -Infinity;
	return Math.max(now, makesRoom + span) + Math.floor(ahead / limit) * span;
}
