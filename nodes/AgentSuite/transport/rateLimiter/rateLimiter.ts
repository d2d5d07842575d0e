import { CongestionWindow, IN_FLIGHT_MS } from './congestionWindow';
import { CredentialLimits } from './credentialLimits';
import { Pause } from './pause';
import { SentLog } from './sentLog';
import { Spread } from './spread';
import { WINDOWS } from './windows';
import type { LimitName, Limits, WindowName } from './windows';

const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[];

/** A request that waits for its turn, or was sent. */
export interface QueuedRequest {
	/** Those of its credential. */
	limits: Limits;
	/** When it was sent, ms. Infinity until then. */
	sentAt: number;
}

/** Why a request cannot be sent yet. */
export interface Wait {
	/** When to ask again at the latest, ms from now. The response to another request can make room earlier. */
	askAgainMs: number;
	/** The earliest time at which it can be sent, as far as it is known, ms. Now if it depends on requests in flight. */
	earliestAt: number;
	/** What holds it up for the longest. */
	limit: LimitName;
}

/** What the service said about its limits. */
export type Reply =
	/** Nothing, so it let the request through. */
	| 'answered'
	/** Nothing, because no response came. */
	| 'lost'
	/** Nothing, because the request was not sent. It takes no slot. */
	| 'unsent'
	/** 429: too many requests, perhaps with the time until more are allowed. */
	| { retryAfterMs?: number };

/**
 * Decides when requests can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * - The log (`SentLog`): no minute, hour, or day ever has more requests than its limit. A burst that fits is sent immediately.
 * - The pause (`Pause`): after a 429, nothing is sent for a while. What was sent before a 429 came belongs to its burst.
 * - The congestion window: after the pause one request is in flight, and about one more whenever a full window got through.
 * - The spread: a queue that keeps the minute full is sent evenly.
 *
 * The first two say when they let a request through, so its wait is known. The others depend on requests in flight, or are short.
 *
 * Several processes that share a token only meet at the service: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** First come, first served. */
	private readonly queue: QueuedRequest[] = [];
	private readonly inFlight = new Set<QueuedRequest>();
	private readonly log: SentLog;
	private readonly limits: CredentialLimits;
	private readonly pause: Pause;
	private readonly congestion = new CongestionWindow();
	private readonly spread: Spread;

	constructor(windows = WINDOWS, random = Math.random) {
		this.log = new SentLog(windows);
		this.limits = new CredentialLimits(windows);
		this.pause = new Pause(random);
		this.spread = new Spread(this.log, windows);
	}

	/** While several credentials of an account are in use, the strictest of their limits apply. */
	enqueue(now: number, limits: Limits): QueuedRequest {
		this.log.trim(now);
		const request: QueuedRequest = { limits, sentAt: Infinity };
		this.queue.push(request);
		return request;
	}

	/**
	 * Undefined: send the request immediately.
	 * @throws {Error} if it is not in the queue any more
	 */
	tryAcquire(request: QueuedRequest, now: number): Wait | undefined {
		const ahead = this.queue.indexOf(request);
		if (ahead < 0) throw new Error('The request is not in the queue');
		this.limits.use(request.limits, now);
		const wait = this.waitOf(ahead, now);
		if (wait) return wait;

		request.sentAt = now;
		this.queue.splice(ahead, 1);
		this.inFlight.add(request);
		this.spread.noteSent(this.limits.strictest('minute', now), now);
		this.log.add(now);
		return undefined;
	}

	/** A request that gives up leaves the queue. Nothing happens if it has left it. */
	leave(request: QueuedRequest): void {
		const index = this.queue.indexOf(request);
		if (index >= 0) this.queue.splice(index, 1);
	}

	/** What became of a request that `tryAcquire` let through. Once for each. */
	report(request: QueuedRequest, now: number, reply: Reply): void {
		const { sentAt } = request;
		this.inFlight.delete(request);
		if (reply === 'lost') return;
		if (reply === 'unsent') this.log.takeBack(sentAt);
		else if (reply === 'answered') this.noteThrough(sentAt);
		else this.noteRefusal(sentAt, now, reply.retryAfterMs);
	}

	/** The service lets requests through again, whatever it has asked for. */
	endPause(): void {
		this.pause.end();
	}

	/** Whether the service has asked for a pause that has not ended. @param now ms */
	isPaused(now: number): boolean {
		return this.pause.until > now;
	}

	/** Whether nothing that it knows matters any more, if it has not been used for a while. It changes nothing. */
	isForgettable(now: number): boolean {
		const isIdle = this.log.isEmpty(now) && this.queue.length === 0 && this.inFlight.size === 0;
		return isIdle && this.pause.until < now;
	}

	/** What holds up a request that is behind `ahead` others. */
	private waitOf(ahead: number, now: number): Wait | undefined {
		const { log, limits, pause } = this;
		const known: Array<[number, LimitName]> = [
			[pause.until, pause.limit],
			...WINDOW_NAMES.map((name): [number, LimitName] => [
				log.earliestAt(name, limits.strictest(name, now), ahead, now),
				name,
			]),
		];
		const [earliestAt, limit] = known.reduce((latest, one) => (one[0] > latest[0] ? one : latest));
		if (earliestAt > now) return { askAgainMs: earliestAt - now, earliestAt, limit };

		const spreadAt = this.spread.earliestAt(limits.strictest('minute', now), now);
		if (spreadAt > now) return { askAgainMs: spreadAt - now, earliestAt: now, limit: 'minute' };
		if (this.congestion.hasRoom(this.inFlight, ahead, now)) return undefined;
		return { askAgainMs: IN_FLIGHT_MS, earliestAt: now, limit: 'backoff' };
	}

	private noteThrough(sentAt: number): void {
		if (!this.congestion.isAfterBurst(sentAt)) return;
		this.congestion.grow();
		this.pause.resetBackoff();
	}

	private noteRefusal(sentAt: number, now: number, retryAfterMs = 0): void {
		// What was refused does not count toward the limits.
		this.log.takeBack(sentAt);
		// From when it was sent, because the service counts from when it arrives. So no 429 of a burst extends the wait that the
		// first one begins.
		this.pause.ask(sentAt + retryAfterMs);
		if (!this.congestion.isAfterBurst(sentAt)) return;
		this.pause.backOff(now);
		this.congestion.shrink(now, this.pause.until);
	}
}
