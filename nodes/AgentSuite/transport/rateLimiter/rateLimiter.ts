import { Congestion } from './congestion';
import { SPANS, type LimitName, type Limits } from './limits';
import { SentLog } from './sentLog';

const LIMITS = Object.keys(SPANS) as LimitName[];

/** A request that waits for its turn, or was sent. */
export interface QueuedRequest {
	/** Those of its credential. They apply to all requests in the log, also those with another credential. */
	limits: Limits;
	/** When it was sent, ms. Infinity until then. */
	sentAt: number;
}

/** Why the service asks to pause: too many requests (429), or it is unavailable (503). */
export type PauseReason = 'pause' | 'outage';

/** What a request waits for: one of its limits, a pause, or the congestion control after a 429. */
export type WaitReason = LimitName | PauseReason | 'backoff';

/** Why a request cannot be sent yet. */
export interface Wait {
	reason: WaitReason;
	/** When it can be sent, as far as it is known, ms. Now if it depends on the responses to others. */
	earliestAt: number;
}

const latest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.earliestAt > one.earliestAt ? other : one));

/** What became of a request whose turn it was: it was refused with 429, it has not reached the service, or anything else. */
export type Reply = 'throttled' | 'unsent' | 'passed';

/**
 * Decides when the requests of an account can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * - The log (`SentLog`): a request waits until each of its limits has room. What fits is sent at once. A queue that keeps the minute
 *   full is spread over it.
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
	private paused: Wait = { reason: 'pause', earliestAt: -Infinity };

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
	 * Undefined: it is the turn of the request, so send it immediately.
	 * @throws {Error} if it is not in the queue any more
	 */
	tryTurn(request: QueuedRequest, now: number): Wait | undefined {
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

	/** What became of a request whose turn it was. Once for each. */
	report(request: QueuedRequest, reply: Reply, now: number): void {
		const { sentAt } = request;
		this.inFlight.delete(request);
		if (reply === 'passed') this.congestion.notePassed(sentAt);
		// That a 429 does not count in the limits of the service is assumed.
		else this.log.takeBack(sentAt);
		if (reply === 'throttled') this.congestion.noteThrottled(sentAt, now);
	}

	/** The service asks to send nothing for a time. The latest end of all pauses counts. Of a 429, `report` it first. */
	pause(reason: PauseReason, ms: number, now: number): void {
		// From the first of several 429s, so that the delays of the others do not extend it.
		const from = reason === 'pause' ? this.congestion.throttledAt : now;
		this.paused = latest([this.paused, { reason, earliestAt: from + ms }]);
	}

	/** Whether the service has asked for a pause that has not ended. */
	isPaused(now: number): boolean {
		return this.paused.earliestAt > now;
	}

	/** The service lets requests through again, whatever it has asked for. */
	endPause(): void {
		this.paused = { ...this.paused, earliestAt: -Infinity };
	}

	/** What holds up a request for the longest. `ahead` others are before it in the queue. */
	private waitOf({ limits }: QueuedRequest, ahead: number, now: number): Wait | undefined {
		const { congestion } = this;
		const longest = latest([
			this.paused,
			{ reason: 'backoff', earliestAt: congestion.backoffUntil },
			this.limitOf(limits, ahead, now),
		]);
		if (longest.earliestAt > now) return longest;
		const room = congestion.room(this.inFlight, now);
		if (ahead < room || this.readyBefore(ahead, now) < room) return undefined;
		return { reason: 'backoff', earliestAt: now };
	}

	/** Which of its own limits holds up a request for the longest. */
	private limitOf(limits: Limits, ahead: number, now: number): Wait {
		const { log } = this;
		return latest([
			{ reason: 'minute', earliestAt: log.spreadAt(limits, ahead) },
			...LIMITS.map((name): Wait => ({
				reason: name,
				earliestAt: log.roomAt(name, limits, ahead, now),
			})),
		]);
	}

	/** How many that are ahead in the queue can be sent now. One that its own limits hold up leaves its place to those behind it. */
	private readyBefore(place: number, now: number): number {
		const isReady = ({ limits }: QueuedRequest, ahead: number) =>
			this.limitOf(limits, ahead, now).earliestAt <= now;
		return this.queue.slice(0, place).filter(isReady).length;
	}
}
