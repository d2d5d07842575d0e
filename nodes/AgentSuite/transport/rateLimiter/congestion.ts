import { LONGEST_TRAVEL_MS } from '../tuning';
import { backoffMs } from './backoff';
import type { Reply, Turn, Wait } from './types';

/** What follows from a 429. */
interface Throttled {
	/** 429s without another response between them, with this one. */
	readonly inARow: number;
	/** When its backoff is over, ms. */
	readonly until: number;
	/** How many requests have got through since. */
	answered: number;
}

/** How many have to get through before a request can be in flight beside so many others: 0, 1, 3, 6, 10. */
const neededFor = (others: number): number => (others * (others + 1)) / 2;

/**
 * A 429 begins a backoff. After it, one request can be in flight: without a response, and for no longer than a 429 travels. One more
 * can be each time that so many have got through: the congestion avoidance of TCP (RFC 5681), without its slow start. As in TCP, several
 * 429s to what was sent before the first of them count as one. It goes on for as long as the process keeps the account.
 */
export class Congestion {
	/** By the last 429 that counted. Undefined before the first one, when nothing is held up. */
	private throttled?: Throttled;
	/** Those sent since that, or all before the first one. What becomes of earlier ones is not looked at: they were sent at the old pace. */
	private readonly inFlight = new Set<Turn>();

	constructor(private readonly random: () => number) {}

	/** The backoff, and then until the request that is behind `ahead` others can be in flight too. */
	heldUpBy(ahead: number, now: number): Wait[] {
		if (!this.throttled) return [];
		const { until, answered } = this.throttled;
		const backoff = { reason: 'backoff', ms: until - now } as const;
		const recent = [...this.inFlight].filter(({ at }) => at > now - LONGEST_TRAVEL_MS);
		const hasPlace = answered >= neededFor(recent.length + ahead);
		if (hasPlace) return [backoff];
		// At the latest then, one of those in flight frees its place, or one of those ahead has taken its own.
		const freeAt = (recent[0]?.at ?? now) + LONGEST_TRAVEL_MS;
		return [backoff, { reason: 'place', ms: freeAt - now }];
	}

	noteSent(turn: Turn): void {
		this.inFlight.add(turn);
	}

	noteReply(turn: Turn, reply: Reply, now: number): void {
		if (!this.inFlight.delete(turn)) return;
		if (reply === 'throttled') this.backOff(now);
		// The others show nothing of what the service lets through, so they only free their place.
		else if (reply === 'answered' && this.throttled) this.throttled.answered++;
	}

	private backOff(now: number): void {
		this.inFlight.clear();
		const last = this.throttled;
		const inARow = last?.answered === 0 ? last.inARow + 1 : 1;
		this.throttled = { inARow, until: now + backoffMs(inARow, this.random()), answered: 0 };
	}
}
