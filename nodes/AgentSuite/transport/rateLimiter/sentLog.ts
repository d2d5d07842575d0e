import { LONGEST_TRAVEL_MS } from '../tuning';
import { inFullMinutes, spreadUntil } from './spread';
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
	private readonly sent: SentRequest[] = [];
	/** What `inFullMinutes` has counted, by the limit of the minute. Kept until another one is sent, because all that wait ask again and again. */
	private readonly fullByLimit = new Map<number, number>();

	constructor(private readonly spans: Readonly<Limits>) {}

	add(request: SentRequest): void {
		this.fullByLimit.clear();
		this.sent.push(request);
		while (this.sent[0].at <= request.at - this.spans.day) this.sent.shift();
	}

	/** Takes back a request that the service does not count. */
	takeBack(request: SentRequest): void {
		const place = this.sent.lastIndexOf(request);
		if (place < 0) return;
		this.fullByLimit.clear();
		this.sent.splice(place, 1);
	}

	/** Until each limit lets through the request that is behind `ahead` others. The minute also keeps them apart (`spreadUntil`). */
	heldUpBy(limits: Limits, ahead: number, now: number): Wait[] {
		const { sent, spans } = this;
		const roomIn = (name: keyof Limits) => roomAt(sent, limits[name], spans[name], ahead, now);
		return [
			{ reason: 'minute', ms: Math.max(roomIn('minute'), this.spread(limits.minute, ahead)) - now },
			{ reason: 'hour', ms: roomIn('hour') - now },
			{ reason: 'day', ms: roomIn('day') - now },
		];
	}

	private spread(perMinute: number, ahead: number): number {
		const { sent, spans, fullByLimit } = this;
		const last = sent.at(-1);
		if (!last) return -Infinity;
		const full = fullByLimit.get(perMinute) ?? inFullMinutes(sent, perMinute, spans.minute);
		fullByLimit.set(perMinute, full);
		return spreadUntil(last, perMinute, spans.minute, full, ahead);
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
