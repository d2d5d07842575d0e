import { Congestion } from './congestion';
import { SentLog } from './sentLog';
import { SPANS } from './spans';
import { spreadAt } from './spread';
import type { LimitName, Limits, Pause, PlaceWait, QueuedRequest, Reply, Wait } from './types';

const LIMIT_NAMES = Object.keys(SPANS) as LimitName[];

/** The one that ends last. */
const latest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.until > one.until ? other : one));

/**
 * Decides when the requests of an account can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * - The log (`SentLog`): a request waits until each of its limits has room. What fits is sent at once. A queue that keeps the minute
 *   full is spread over it (`spreadAt`).
 * - The pause: nothing is sent for as long as the service asks for.
 * - The congestion control (`Congestion`): after a 429, nothing is sent in a backoff, then a few requests at a time.
 *
 * It knows nothing of other processes that share the token: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** Those that wait, by their limits: those of other runs with other limits do not hold up a request. First come, first served. */
	private readonly queues = new Map<string, QueuedRequest[]>();
	private readonly log: SentLog;
	private readonly congestion: Congestion;
	/** The one that ends last. Undefined before the first, and after a test of the credential has ended it. */
	private pause?: Wait;
	/** When the service has asked for one last, ms. */
	private pauseAskedAt = -Infinity;

	constructor(
		private readonly spans = SPANS,
		random = Math.random,
	) {
		this.log = new SentLog(spans.day);
		this.congestion = new Congestion(random);
	}

	/** A new request at the end of the queue. */
	enqueue(limits: Limits): QueuedRequest {
		const request: QueuedRequest = { limits, sentAt: Infinity };
		this.queueOf(request).push(request);
		return request;
	}

	private queueOf({ limits: { minute, hour, day } }: QueuedRequest): QueuedRequest[] {
		const key = `${minute} ${hour} ${day}`;
		const queue = this.queues.get(key) ?? [];
		this.queues.set(key, queue);
		return queue;
	}

	/** Undefined: it is the turn of the request, so send it immediately. One that has left the queue joins its end again. */
	tryTurn(request: QueuedRequest, now: number): Wait | PlaceWait | undefined {
		const queue = this.queueOf(request);
		let ahead = queue.indexOf(request);
		if (ahead < 0) ahead = queue.push(request) - 1;
		const wait = this.waitOf(request, ahead, now);
		if (wait) return wait;
		request.sentAt = now;
		this.leave(request);
		this.congestion.noteSent(request);
		this.log.add(now);
		return undefined;
	}

	/** The request lets those behind it go first. Nothing happens if it is not in the queue. */
	leave(request: QueuedRequest): void {
		const queue = this.queueOf(request);
		const index = queue.indexOf(request);
		if (index >= 0) queue.splice(index, 1);
	}

	/** What became of a request whose turn it was. Only the first report of each counts. */
	report(request: QueuedRequest, reply: Reply, now: number, pause?: Pause): void {
		if (request.reply) return;
		request.reply = reply;
		// That a 429 does not count in the limits of the service is assumed.
		if (reply === 'throttled' || reply === 'unsent') this.log.takeBack(request.sentAt);
		this.congestion.noteReply(request, reply, now);
		if (!pause) return;
		const asked = { reason: pause.reason, until: now + pause.ms };
		this.pause = this.pause ? latest([this.pause, asked]) : asked;
		this.pauseAskedAt = now;
	}

	/** The service lets requests through again, whatever it has asked for until then. */
	endPause(until: number): void {
		if (this.pauseAskedAt <= until) this.pause = undefined;
	}

	/**
	 * What holds up a request that is behind `ahead` others. A place comes last, because only for the others it is known how long they take
	 * at least.
	 */
	private waitOf(
		{ limits }: QueuedRequest,
		ahead: number,
		now: number,
	): Wait | PlaceWait | undefined {
		const limit = (name: LimitName) => limits[name] || Infinity;
		const wait = latest([
			...(this.pause ? [this.pause] : []),
			this.congestion.backoff,
			{
				reason: 'minute',
				until: spreadAt(this.log.times, limit('minute'), this.spans.minute, ahead),
			},
			...LIMIT_NAMES.map((reason) => ({
				reason,
				until: this.log.roomAt(limit(reason), this.spans[reason], ahead, now),
			})),
		]);
		if (wait.until > now) return wait;
		return this.congestion.hasPlace(ahead, now) ? undefined : { reason: 'place' };
	}
}
