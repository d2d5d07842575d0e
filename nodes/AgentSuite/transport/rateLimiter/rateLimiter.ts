/**
 * When may the next request leave? Pure arithmetic: every time is milliseconds since the epoch by the
 * caller's own clock and comes in as an argument, as does chance; nothing here sleeps.
 *
 * Alone on its token a process is held by the sliding windows only. A 429 that its own log cannot
 * explain means that others use the token: from then on it spaces its requests out at a share of the
 * minute limit, which falls fast on further 429s and grows back slowly in quiet windows.
 */

import { Departures, search } from './slidingLog';
import {
	limitOf,
	marginOf,
	NAMES,
	WINDOWS,
	type LimitName,
	type Limits,
	type WindowName,
} from './windows';
import { Share } from './share';

export { marginOf, WINDOWS, type LimitName, type Limits, type WindowName };

/** 429s in a row without Retry-After from which on it is not the minute that is full. */
const ROWS_OF_MINUTE = 10;

/**
 * Requests on their way at a time: all of them are refused when others have filled the window, so a
 * process starts with `first` and adds `perAnswer` for each answer, up to `most`; without any limit it starts
 * with `unlimited`. Mutable for tests.
 */
export const FLIGHT = { first: 4, perAnswer: 0.25, most: 32, unlimited: 128 };

/** A booked departure. `at` and `limit` are brought up to date by `when` and `depart`. */
export interface Reservation {
	readonly id: number;
	/** ms: when it was booked. */
	asked: number;
	/** ms: the earliest departure as known now. */
	at: number;
	/** What makes it wait; undefined when nothing does. */
	limit?: LimitName;
	state: 'waiting' | 'flying' | 'over';
}

export interface Snapshot {
	used: Record<WindowName, number>;
	/** Requests per minute we allow ourselves; undefined: no sign of others, the limits alone hold. */
	share?: number;
	pausedUntil?: number;
	waiting: number;
	flying: number;
}

export class Pacer {
	private limits: Limits = { minute: 0, hour: 0, day: 0 };
	private readonly log = new Departures();
	/** Waiting reservations, first come first served; the `at` of the first `planned` of them holds. */
	private queue: Reservation[] = [];
	private planned = 0;
	private nextId = 0;
	private latest = -Infinity;

	private pauseEnd = -Infinity;
	private jitter = 0;
	/** When a 429 last changed our ways: later 429s to earlier departures tell nothing new. */
	private changedAt = -Infinity;
	/** 429s in a row, one counted for each change. */
	private row = 0;
	private readonly share = new Share();

	private flying = 0;
	private allowed = FLIGHT.first;
	private most = FLIGHT.most;
	private roundTrip = 40;
	/** The longest round trip of the last minutes, ms; `slowestAt`: when it ended. */
	private slowest = 0;
	private slowestAt = -Infinity;
	private landedAt = -Infinity;

	constructor(limits: Limits) {
		this.setLimits(limits);
	}

	setLimits(limits: Limits): void {
		const unlimited = NAMES.every((name) => !limitOf(limits[name]));
		if (unlimited !== (this.most === FLIGHT.unlimited)) {
			// Nothing to share, nothing to be careful about.
			this.most = unlimited ? FLIGHT.unlimited : FLIGHT.most;
			this.allowed = unlimited ? FLIGHT.unlimited : Math.min(this.allowed, FLIGHT.most);
		}
		if (NAMES.every((name) => limitOf(limits[name]) === this.limits[name])) return;
		if (limitOf(limits.minute) !== this.limits.minute) this.share.forget();
		for (const name of NAMES) this.limits[name] = limitOf(limits[name]);
		this.planned = 0;
	}

	/** Books the earliest departure after all booked ones. End it with `depart` or `release`. */
	reserve(time: number): Reservation {
		const now = this.tick(time);
		const booked: Reservation = { id: this.nextId++, asked: now, at: now, state: 'waiting' };
		this.queue.push(booked);
		this.plan(this.queue.length - 1);
		return booked;
	}

	/**
	 * The departure time (ms, not in the past) as known now: a pause moves it back, a released place
	 * moves it up. What makes it wait is then in `booked.limit`.
	 */
	when(booked: Reservation, time: number): number {
		const now = this.tick(time);
		if (booked.state !== 'waiting') return now;
		const place = this.placeOf(booked);
		this.plan(place);
		if (booked.at > now) return booked.at;
		const room = Math.floor(this.allowed) - this.flying;
		// A caller that never tells how its requests ended must not hold up all others for ever.
		const forgotten = now - this.landedAt > 5 * WINDOWS.minute;
		if (place < room || forgotten) return now;
		const soon = Math.min(100, Math.max(2, this.roundTrip / 4));
		return now + soon * (1 + (place - room) / this.allowed);
	}

	/**
	 * Departs if it may; send at once when it did. The answer is how many ms to wait before asking
	 * again: 0 when it has departed. End every departure with `landed` or `limited`.
	 */
	depart(booked: Reservation, time: number): number {
		const now = this.tick(time);
		const wait = this.when(booked, now) - now;
		if (wait > 0 || booked.state !== 'waiting') return wait;
		this.leave(booked, booked.at === now);
		booked.at = now;
		booked.state = 'flying';
		this.log.add(now);
		if (this.flying++ === 0) this.landedAt = now;
		return 0;
	}

	/** Gives back a place that will not be used (run stopped, wait too long). */
	release(booked: Reservation): void {
		if (booked.state !== 'waiting') return;
		this.leave(booked, false);
		booked.state = 'over';
	}

	/** The request has ended other than by a 429. `answered`: the service did answer it. */
	landed(booked: Reservation, time: number, answered = true): void {
		if (booked.state !== 'flying') return;
		this.land(booked, this.tick(time));
		if (!answered) return;
		const took = this.landedAt - booked.at;
		if (took >= this.slowest || this.landedAt - this.slowestAt > 2 * WINDOWS.minute) {
			this.slowest = took;
			this.slowestAt = this.landedAt;
			this.planned = 0;
		}
		this.row = 0;
		this.allowed = Math.min(this.most, this.allowed + FLIGHT.perAnswer);
	}

	/**
	 * The request was answered 429: everyone here pauses until the answer (ms). `retryAfterMs` is what
	 * the service asked for, `random` a number in [0, 1).
	 */
	limited(
		booked: Reservation,
		time: number,
		retryAfterMs: number | undefined,
		random: number,
	): number {
		const now = this.tick(time);
		if (booked.state !== 'flying') return Math.max(now, this.pausedUntil);
		const used = this.used('minute', booked.at);
		this.log.remove(booked.at);
		this.land(booked, now);
		const { minute } = this.limits;
		const fitted = this.used('minute', now);
		const asked = retryAfterMs && retryAfterMs > 0 ? retryAfterMs : undefined;
		const wait = asked ?? this.estimate(now);
		if (booked.at > this.changedAt) {
			this.changedAt = now;
			this.allowed = FLIGHT.first;
			// A longer wait is for the hour or the day: the minute's share has nothing to do with it.
			const ofMinute = asked ? asked <= WINDOWS.minute * 1.1 : this.row < ROWS_OF_MINUTE;
			if (ofMinute && minute) this.share.refused(minute, used, fitted, now, asked);
			this.row++;
			// Processes that were refused together must not come back together. But who gets nothing must
			// be there when a place opens, before one that does not know of us takes it after its margin;
			// less often the longer that fails, or many would only be in each other's way.
			const nothing = this.row > 1 || fitted === 0;
			const starving = nothing && random < 3 / this.row;
			const most = starving ? marginOf(WINDOWS.minute) / 2 : Math.max(this.share.gap, wait / 10);
			this.jitter = random * Math.min(WINDOWS.minute / 2, most);
			this.pauseEnd = Math.max(this.pauseEnd, now + wait);
		} else {
			// The rest of a burst that has been reacted to: it only makes our knowledge better.
			this.share.refine(minute, fitted);
			if (asked) this.pauseEnd = Math.max(this.pauseEnd, now + asked);
		}
		this.share.stay(minute, this.pausedUntil);
		this.planned = 0;
		return this.pausedUntil;
	}

	/** Nothing waits, flies, is paused or has departed within the last minute. */
	idle(time: number): boolean {
		const { used, pausedUntil, waiting, flying } = this.snapshot(time);
		return !used.minute && !pausedUntil && !waiting && !flying;
	}

	snapshot(time: number): Snapshot {
		const now = this.tick(time);
		return {
			used: {
				minute: this.used('minute', now),
				hour: this.used('hour', now),
				day: this.used('day', now),
			},
			share: this.share.perMinute,
			pausedUntil: this.pausedUntil > now ? this.pausedUntil : undefined,
			waiting: this.queue.length,
			flying: this.flying,
		};
	}

	private get pausedUntil(): number {
		return this.pauseEnd + this.jitter;
	}

	/**
	 * How long a departure counts, in ms: the window, and as much more as a request may be slower on its
	 * way to the service than the one that takes its place.
	 */
	private span(name: WindowName): number {
		const length = WINDOWS[name];
		return length + Math.max(marginOf(length), Math.min(this.slowest, WINDOWS.minute / 4));
	}

	/** Earliest times of the reservations up to `place`. */
	private plan(place: number): void {
		for (; this.planned <= place; this.planned++) {
			const booked = this.queue[this.planned];
			const position = this.log.end + this.planned;
			const before = this.queue[this.planned - 1];
			booked.at = booked.asked;
			booked.limit = undefined;
			const notBefore = (time: number, limit: LimitName | undefined) => {
				if (time <= booked.at) return;
				booked.at = time;
				booked.limit = limit;
			};
			if (before) notBefore(before.at, before.limit);
			notBefore(this.pausedUntil, 'pause');
			for (const name of NAMES) {
				const first = position - this.limits[name];
				if (this.limits[name] && first >= this.log.head) {
					notBefore(this.timeAt(first) + this.span(name), name);
				}
			}
			if (this.share.gap && position > this.log.head) {
				const limit = before?.limit ?? 'minute';
				notBefore(this.timeAt(position - 1) + this.share.gap, limit);
			}
		}
	}

	private timeAt(position: number): number {
		const { log, queue } = this;
		return position < log.end ? log.at(position) : queue[position - log.end].at;
	}

	/** Without Retry-After: until our oldest request leaves the minute, and longer each time in a row. */
	private estimate(now: number): number {
		const { minute, hour } = WINDOWS;
		const span = this.span('minute');
		const first = this.log.firstAfter(now - span);
		const leaves = first < this.log.end ? this.log.at(first) + span - now : 0;
		const most = this.row < ROWS_OF_MINUTE ? minute : Math.max(minute, hour / 6);
		const backoff = this.row || !leaves ? (minute / 15) * 2 ** this.row : 0;
		return Math.max(leaves, Math.min(most, backoff));
	}

	/** Out of the queue; `onTime`: as planned, if it is the first. */
	private leave(booked: Reservation, onTime: boolean): void {
		const place = this.placeOf(booked);
		this.queue.splice(place, 1);
		// The others' times hold only if this one left exactly as planned.
		this.planned =
			onTime && place === 0 ? Math.max(0, this.planned - 1) : Math.min(this.planned, place);
	}

	private land(booked: Reservation, now: number): void {
		booked.state = 'over';
		this.flying--;
		this.landedAt = now;
		this.roundTrip += (now - booked.at - this.roundTrip) / 8;
	}

	/** Brings log and share up to `time`; the answer is the time to reckon with. */
	private tick(time: number): number {
		// The clock was set back: what we remember moves with it, or all would wait for the old time.
		if (time < this.latest - 1000) this.shift(time - this.latest);
		const now = (this.latest = Math.max(this.latest, time));
		const name = this.limits.day ? 'day' : this.limits.hour ? 'hour' : 'minute';
		// A minute more: `limited` looks back from a departure.
		const oldest = now - WINDOWS[name] - marginOf(WINDOWS[name]) - WINDOWS.minute;
		this.log.forget(oldest);
		if (this.share.grow(this.limits.minute, now)) this.planned = 0;
		return now;
	}

	private shift(by: number): void {
		this.log.shift(by);
		for (const booked of this.queue) booked.asked += by;
		this.latest += by;
		this.pauseEnd += by;
		this.changedAt += by;
		this.share.shift(by);
		this.slowestAt += by;
		this.landedAt += by;
		this.planned = 0;
	}

	/** Departures in the window that ends at `time`. */
	private used(name: WindowName, time: number): number {
		const from = time - WINDOWS[name] - marginOf(WINDOWS[name]);
		return this.log.between(from, time);
	}

	private placeOf(booked: Reservation): number {
		return search(0, this.queue.length, (index) => this.queue[index].id >= booked.id);
	}
}
