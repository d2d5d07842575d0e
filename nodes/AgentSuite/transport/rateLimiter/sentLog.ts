import { LONGEST_TRAVEL_MS } from '../tuning';
import { evennessOf } from './spread';
import type { Limits, Turn, Wait } from './types';

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
	private readonly sent: Turn[] = [];

	constructor(
		private readonly limits: Readonly<Limits>,
		private readonly spans: Readonly<Limits>,
	) {}

	/** A request is sent now. */
	add(turn: Turn, now: number): void {
		const { sent, limits, spans } = this;
		const firstToKeep = sent.findIndex(({ at }) => at > now - spans.day);
		// All at once: one by one takes long after a busy day.
		sent.splice(0, firstToKeep < 0 ? sent.length : firstToKeep);
		turn.at = now;
		turn.evenness = evennessOf(sent, limits.minute, spans.minute, now);
		sent.push(turn);
	}

	/** Takes back a request that the service does not count. */
	takeBack(turn: Turn): void {
		const place = this.sent.lastIndexOf(turn);
		if (place >= 0) this.sent.splice(place, 1);
	}

	/** Until each limit lets through the request that is behind `ahead` others. The minute also keeps them apart (`evenness`). */
	heldUpBy(ahead: number, now: number): Wait[] {
		const { sent, limits, spans } = this;
		const roomIn = (name: keyof Limits) => roomAt(sent, limits[name], spans[name], ahead, now);
		const last = sent.at(-1);
		const distance = last ? last.evenness * (spans.minute / limits.minute) : 0;
		const apart = last ? last.at + distance * (ahead + 1) : now;
		return [
			{ reason: 'minute', ms: Math.max(roomIn('minute'), apart) - now },
			{ reason: 'hour', ms: roomIn('hour') - now },
			{ reason: 'day', ms: roomIn('day') - now },
		];
	}
}

/**
 * When there is room for the request that is behind `ahead` others, at the earliest: with a limit of N, a span after the Nth last request.
 * @param sent in order
 * @param limit how many can be sent within the span: 1 or more
 */
function roomAt(
	sent: readonly Turn[],
	limit: number,
	span: number,
	ahead: number,
	now: number,
): number {
	// Those ahead fill the limit by themselves.
	if (ahead >= limit) return now + span;
	// Undefined while fewer have been sent than the limit allows.
	const makesRoom: Turn | undefined = sent[sent.length - limit + ahead];
	return makesRoom ? Math.max(now, makesRoom.at + span) : now;
}
