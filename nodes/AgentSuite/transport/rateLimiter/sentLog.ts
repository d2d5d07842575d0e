import { LONGEST_TRAVEL_MS } from '../tuning';
import { fullInARow, gapAfter } from './spread';
import type { Limits, SentRequest, Wait } from './types';

export const MINUTE_MS = 60_000;

/** How long a request counts for each limit, ms. */
export const SPANS: Readonly<Limits> = {
	minute: MINUTE_MS + LONGEST_TRAVEL_MS,
	hour: 3_600_000 + LONGEST_TRAVEL_MS,
	day: 86_400_000 + LONGEST_TRAVEL_MS,
};

/** The requests of the last day, as a sliding log: exact for every limit. */
export class SentLog {
	/** In order. */
	private readonly sent: SentRequest[] = [];

	constructor(
		private readonly limits: Readonly<Limits>,
		private readonly spans: Readonly<Limits>,
	) {}

	/** A request is sent now. */
	add(now: number): SentRequest {
		const { sent, limits, spans } = this;
		const isOld = ({ at }: SentRequest) => at <= now - spans.day;
		if (sent.length > 0 && isOld(sent[0])) {
			const firstToKeep = sent.findIndex((request) => !isOld(request));
			sent.splice(0, firstToKeep < 0 ? sent.length : firstToKeep);
		}
		const request = { at: now, fullInARow: fullInARow(sent, limits.minute, spans.minute, now) };
		sent.push(request);
		return request;
	}

	/** Takes back a request that the service does not count. */
	takeBack(request: SentRequest): void {
		const place = this.sent.lastIndexOf(request);
		if (place >= 0) this.sent.splice(place, 1);
	}

	/** Until each limit lets through the request that is behind `ahead` others. The minute also keeps them apart (`gapAfter`). */
	heldUpBy(ahead: number, now: number): Wait[] {
		const { sent, limits, spans } = this;
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
 * When there is room for the request that is behind `ahead` others. With a limit of N, each round of N of them has to wait until those that
 * were sent last, and then the rounds before, are a span ago.
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
	const roundsBefore = Math.floor(ahead / limit);
	const placeInRound = ahead % limit;
	// Undefined while fewer have been sent than the limit allows.
	const makesRoom: SentRequest | undefined = sent[sent.length - limit + placeInRound];
	const firstRoundAt = makesRoom ? Math.max(now, makesRoom.at + span) : now;
	return firstRoundAt + roundsBefore * span;
}
