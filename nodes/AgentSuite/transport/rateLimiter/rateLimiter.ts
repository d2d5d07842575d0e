import { Congestion } from './congestion';
import { SentLog, SPANS } from './sentLog';
import type { Pause, QueuedRequest, Reply, Wait } from './types';

/** The one that ends last. */
const latest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.until > one.until ? other : one));

/**
 * Decides when the requests of an account can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * - The log (`SentLog`): a request waits until each of its limits has room. What fits is sent at once. A queue that keeps the minute
 *   full is spread over it (`spreadAt`).
 * - The pauses: nothing is sent for as long as the service asks for.
 * - The congestion control (`Congestion`): after a 429, nothing is sent in a backoff, then a few requests at a time.
 *
 * It knows nothing of other processes that share the token: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** Those that wait, by their limits: those of other runs with other limits do not hold up a request. First come, first served. */
	private readonly queues = new Map<string, QueuedRequest[]>();
	private readonly log: SentLog;
	private readonly congestion: Congestion;
	/** What the service has asked for, in that order. One replaces the earlier ones that end before it. */
	private pauses: Array<Wait & { askedAt: number }> = [];

	constructor(spans = SPANS, random = Math.random) {
		this.log = new SentLog(spans);
		this.congestion = new Congestion(random);
	}

	private queueOf({ limits: { minute, hour, day } }: QueuedRequest): QueuedRequest[] {
		const key = `${minute} ${hour} ${day}`;
		const queue = this.queues.get(key) ?? [];
		this.queues.set(key, queue);
		return queue;
	}

	/**
	 * Undefined: it is the turn of the request, so send it immediately. Otherwise, it waits in the queue, at the end of which it joins.
	 * A place among those in flight comes last, because only of the others it is known when they end. A response ends the wait for
	 * it, or else soon the age of one of them.
	 */
	tryTurn(request: QueuedRequest, now: number): Wait | { reason: 'place' } | undefined {
		const queue = this.queueOf(request);
		if (!queue.includes(request)) queue.push(request);
		const ahead = queue.indexOf(request);
		const wait = latest([
			...this.pauses,
			this.congestion.backoff,
			...this.log.limitWaits(request.limits, ahead, now),
		]);
		if (wait.until > now) return wait;
		if (!this.congestion.hasPlace(ahead, now)) return { reason: 'place' };
		this.leave(request);
		request.sentAt = now;
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

	/** What became of a request whose turn it was, as soon as that is known. */
	noteReply(request: QueuedRequest, reply: Reply, now: number, pause?: Pause): void {
		// That a 429 does not count in the limits of the service is assumed.
		if (reply === 'throttled' || reply === 'unsent') this.log.takeBack(request.sentAt);
		this.congestion.noteReply(request, reply, now);
		if (!pause) return;
		const asked = { reason: pause.reason, until: now + pause.ms, askedAt: now };
		this.pauses = [...this.pauses.filter(({ until }) => until > asked.until), asked];
	}

	/** The service lets requests through again, whatever it has asked for until then. */
	endPauses(until: number): void {
		this.pauses = this.pauses.filter(({ askedAt }) => askedAt > until);
	}
}
