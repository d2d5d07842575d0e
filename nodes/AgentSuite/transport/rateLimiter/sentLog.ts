import { LONGEST_TRAVEL_MS } from '../tuning';
import { gapAfter, fullInARow, type LoggedRequest } from './spread';
import type { Limits, SentRequest, Wait } from './types';

export const MINUTE_MS = 60_000;

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Limits> = {
	minute: MINUTE_MS + LONGEST_TRAVEL_MS,
	hour: 3_600_000 + LONGEST_TRAVEL_MS,
	day: 86_400_000 + LONGEST_TRAVEL_MS,
};

export const areEqual = (one: Limits, other: Limits): boolean =>
	one.minute === other.minute && one.hour === other.hour && one.day === other.day;

/** The requests of the last day, as a sliding log: exact for every limit. */
export class SentLog {
	/** In order. */
	private readonly sent: LoggedRequest[] = [];

	constructor(private readonly spans: Readonly<Limits>) {}

	/** A request is sent now, with the limits of its credential. */
	add({ minute }: Limits, now: number): SentRequest {
		const { sent, spans } = this;
		const minuteHadRoomAt = roomAt(sent, minute, spans.minute, 0, -Infinity);
		const request = {
			at: now,
			fullInARow: fullInARow(sent.at(-1), minuteHadRoomAt, now),
		};
		sent.push(request);
		while (sent[0].at <= now - spans.day) sent.shift();
		return request;
	}

	/** Takes back a request that the service does not count. */
	takeBack(request: SentRequest): void {
		const place = this.sent.lastIndexOf(request as LoggedRequest);
		if (place >= 0) this.sent.splice(place, 1);
	}

	/** Until each limit lets through the request that is behind `ahead` others. The minute also keeps them apart (`gapAfter`). */
	heldUpBy(limits: Limits, ahead: number, now: number): Wait[] {
		const { sent, spans } = this;
		const roomIn = (name: keyof Limits) => roomAt(sent, limits[name], spans[name], ahead, now);
		const last = sent.at(-1);
		const apart = last ? last.at + gapAfter(last, limits.minute, spans.minute) * (ahead + 1) : now;
		return [
			{ reason: 'minute', ms: Math.max(roomIn('minute'), apart) - now },
			{ reason: 'hour', ms: roomIn('hour') - now },
			{ reason: 'day', ms: roomIn('day') - now },
		];
	}
}

/**
 * When there is room for the request that is behind `ahead` others. With a limit of N, that is a span after the Nth last request. If more
 * than N are waiting, each further N wait for a span more.
 * @param sent in order
 * @param limit how many can be sent within the span: 1 or more
 */
function roomAt(
	sent: readonly SentRequest[],
	limit: number,
	span: number,
	ahead: number,
	now: number,
): number {
	// Undefined while fewer have been sent than the limit allows.
	const makesRoom: SentRequest | undefined = sent[sent.length - limit + (ahead % limit)];
	const opensAt = makesRoom ? Math.max(now, makesRoom.at + span) : now;
	return opensAt + Math.floor(ahead / limit) * span;
}
