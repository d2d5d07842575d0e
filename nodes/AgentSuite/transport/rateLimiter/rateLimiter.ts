import { Congestion } from './congestion';
import { SPANS, type Limits, type WindowName } from './limits';
import { SentLog } from './sentLog';

const WINDOWS = Object.keys(SPANS) as WindowName[];

/** A request that waits for its turn, or was sent. */
export interface QueuedRequest {
	/** Those of its credential. They apply to all requests in the log, also those with another credential. */
	limits: Limits;
	/** When it was sent, ms. Infinity until then. */
	sentAt: number;
}

/** What a request waits for: a limit, the pause that the service asks for, or the backoff after a 429. */
export type WaitReason = WindowName | 'pause' | 'backoff';

/** Why a request cannot be sent yet. */
export interface Wait {
	reason: WaitReason;
	/** When it can be sent, as far as it is known, ms. Now if it depends on the responses to others. */
	earliestAt: number;
}

const latest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.earliestAt > one.earliestAt ? other : one));

/** What became of a request that could be sent. */
export type Reply =
	/** It was not refused, or no response came. */
	| 'passed'
	/** It has not reached the service. */
	| 'unsent'
	/** It was refused with 429, perhaps with the time until more are allowed (Retry-After). */
	| { retryAfterMs?: number };

/**
 * Decides when the requests of an account can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * - The log (`SentLog`): a request waits for a slot in each window. A burst that fits is sent immediately. A queue that keeps the
 *   minute full is spread over it.
 * - The pause: nothing is sent for as long as the service asks for.
 * - The congestion control (`Congestion`): after a 429, a backoff, and then a few requests at a time.
 *
 * It knows nothing of other processes that share the token: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** Requests that wait, first come, first served. */
	private readonly queue: QueuedRequest[] = [];
	private readonly inFlight = new Set<QueuedRequest>();
	private readonly log: SentLog;
	private readonly congestion: Congestion;
	private pausedUntil = -Infinity;

	constructor(spans = SPANS, random = Math.random) {
		this.log = new SentLog(spans);
		this.congestion = new Congestion(random);
	}

	enqueue(limits: Limits): QueuedRequest {
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
		const wait = this.waitOf(request, ahead, now);
		if (wait) return wait;

		request.sentAt = now;
		this.queue.splice(ahead, 1);
		this.inFlight.add(request);
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
		if (reply === 'passed') return this.congestion.notePassed(sentAt);
		// One that was not sent does not count. That a 429 does not count either is assumed.
		this.log.takeBack(sentAt);
		if (reply === 'unsent') return;
		this.congestion.noteThrottled(sentAt, now);
		const { retryAfterMs = 0 } = reply;
		// From when the response came (RFC 9110, 10.2.3), the first one of a burst. So no other one extends the pause by its delay.
		this.pausedUntil = Math.max(this.pausedUntil, this.congestion.burstAt + retryAfterMs);
	}

	/** Whether the service has asked for a pause that has not ended. */
	isPaused(now: number): boolean {
		return this.pausedUntil > now;
	}

	/** The service lets requests through again, whatever it has asked for. */
	endPause(): void {
		this.pausedUntil = -Infinity;
	}

	/** What holds up a request for the longest. `ahead` others are before it in the queue. */
	private waitOf({ limits }: QueuedRequest, ahead: number, now: number): Wait | undefined {
		const { congestion, inFlight } = this;
		const longest = latest([
			{ reason: 'pause', earliestAt: this.pausedUntil },
			{ reason: 'backoff', earliestAt: congestion.backoffUntil },
			this.limitOf(limits, ahead, now),
		]);
		if (longest.earliestAt > now) return longest;
		if (congestion.isUnlimited) return undefined;
		// One that its own limits hold up leaves its place in the window to those behind it.
		const isReady = (other: QueuedRequest, place: number) =>
			place < ahead && this.limitOf(other.limits, place, now).earliestAt <= now;
		const readyAhead = this.queue.filter(isReady).length;
		if (congestion.hasRoom(inFlight, readyAhead, now)) return undefined;
		return { reason: 'backoff', earliestAt: now };
	}

	/** Which of its own limits holds up a request for the longest. */
	private limitOf(limits: Limits, ahead: number, now: number): Wait {
		const { log } = this;
		return latest([
			{ reason: 'minute', earliestAt: log.spreadAt(limits, ahead) },
			...WINDOWS.map((window): Wait => ({
				reason: window,
				earliestAt: log.slotAt(window, limits, ahead, now),
			})),
		]);
	}
}
