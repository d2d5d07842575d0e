import { Congestion } from './congestion';
import { RECHECK_MS } from '../tuning';
import { areEqual, SentLog, SPANS } from './sentLog';
import type { Pause, QueuedRequest, Reply, Wait } from './types';

/** The one that ends last. */
const latest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.until > one.until ? other : one));

/**
 * Decides when the requests of an account can be sent. It never sleeps. Times (ms) are arguments and never run backwards.
 *
 * - The log (`SentLog`): a request waits until each of its limits has room. What fits is sent at once. A queue that keeps the minute
 *   full is spread over it.
 * - The pause: nothing is sent for as long as the service asks for, or in the backoff after a 429.
 * - The congestion control (`Congestion`): after that, a few requests are sent at a time.
 *
 * It knows nothing of other processes that share the token: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** Those that wait. First come, first served, among those with the same limits. */
	private readonly queue = new Set<QueuedRequest>();
	private readonly log: SentLog;
	private readonly congestion: Congestion;
	/** The one that ends last. */
	private pause?: Wait;

	constructor(spans = SPANS, random = Math.random) {
		this.log = new SentLog(spans);
		this.congestion = new Congestion(random);
	}

	/**
	 * How many others in the queue go before a request. None with other limits, which can wait for longer. So with a lower limit than
	 * others that keep the minute full, it is never its turn, and the end of its wait moves on.
	 */
	private aheadOf(request: QueuedRequest): number {
		return [...this.queue]
			.filter(({ limits }) => areEqual(limits, request.limits))
			.indexOf(request);
	}

	/** Undefined: it is the turn of the request, so send it immediately. Otherwise, it waits in the queue: if it is new there, at the end. */
	goOrQueue(request: QueuedRequest, now: number): Wait | undefined {
		this.queue.add(request);
		const ahead = this.aheadOf(request);
		const waits = this.log.limitWaits(request.limits, ahead, now);
		// A response can free a place at any time, and age does so soon. So it is only known to last until the next look.
		if (!this.congestion.hasPlace(ahead, now))
			waits.unshift({ reason: 'place', until: now + RECHECK_MS });
		if (this.pause) waits.unshift(this.pause);
		const wait = latest(waits);
		if (wait.until > now) return wait;
		this.leave(request);
		request.sentAt = now;
		this.congestion.noteSent(request);
		this.log.add(request);
		return undefined;
	}

	/** The request lets those behind it go first. Nothing happens if it is not in the queue. */
	leave(request: QueuedRequest): void {
		this.queue.delete(request);
	}

	/** What became of a request whose turn it was, as soon as that is known. @param pause that the service asks for */
	noteReply(request: QueuedRequest, reply: Reply, now: number, pause?: Pause): void {
		// That a 429 does not count in the limits of the service is assumed.
		if (reply === 'throttled' || reply === 'unsent') this.log.takeBack(request);
		const backoff = this.congestion.noteReply(request, reply);
		for (const one of [pause, backoff]) if (one) this.extendPause(one, now);
	}

	private extendPause({ reason, ms }: Pause, now: number): void {
		const asked: Wait = { reason, until: now + ms };
		this.pause = this.pause ? latest([this.pause, asked]) : asked;
	}

	/** The service lets requests through again, whatever it has asked for. If not, its next 429 or 503 asks again. */
	endPause(): void {
		this.pause = undefined;
	}
}
