import { Congestion } from './congestion';
import { areEqual, SentLog, SPANS } from './sentLog';
import type { Pause, QueuedRequest, Reply, SentRequest, Turn, Wait } from './types';

/**
 * Decides when the requests of an account can be sent. It never sleeps. Times (ms) are arguments and never run backwards. A request
 * waits for each of these, and is told the one that ends last:
 *
 * - The pause that the service asks for.
 * - The backoff after a 429, and then a place among the few that are in flight (`Congestion`).
 * - Room in each of its limits (`SentLog`). What fits is sent at once. A queue that keeps the minute full is spread over it.
 *
 * It knows nothing of other processes that share the token: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** Those that wait. First come, first served, among those with the same limits. */
	private readonly queue = new Set<QueuedRequest>();
	private readonly log: SentLog;
	private readonly congestion: Congestion;
	/** Until when the service asks all to wait. */
	private readonly pauses = new Map<Pause['reason'], number>();

	constructor(spans = SPANS, random = Math.random) {
		this.log = new SentLog(spans);
		this.congestion = new Congestion(random);
	}

	/**
	 * How many others in the queue go before a request. None with other limits, which can wait for longer. So with a lower limit than
	 * others that keep the minute full, it is never its turn, and the end of its wait moves on.
	 */
	private aheadOf(request: QueuedRequest): number {
		// Without a copy, because a thousand that wait ask ten times a second.
		let ahead = 0;
		for (const other of this.queue) {
			if (other === request) break;
			if (areEqual(other.limits, request.limits)) ahead++;
		}
		return ahead;
	}

	/** A request asks for its turn. Until that comes, it waits in the queue: if it is new there, at the end. */
	ask(request: QueuedRequest, now: number): Turn {
		this.queue.add(request);
		const ahead = this.aheadOf(request);
		const wait = longest([
			...[...this.pauses].map(([reason, until]) => ({ reason, ms: until - now })),
			...this.congestion.heldUpBy(ahead, now),
			...this.log.heldUpBy(request.limits, ahead, now),
		]);
		if (wait.ms > 0) return { wait };
		this.leave(request);
		const sent = this.log.add(request.limits, now);
		this.congestion.noteSent(sent);
		return { sent };
	}

	/** The request lets those behind it go first. Nothing happens if it is not in the queue. */
	leave(request: QueuedRequest): void {
		this.queue.delete(request);
	}

	/** What became of a request, as soon as that is known. @param pause that the service asks for */
	noteReply(request: SentRequest, reply: Reply, now: number, pause?: Pause): void {
		// That a 429 does not count in the limits of the service is assumed.
		if (reply === 'throttled' || reply === 'unsent') this.log.takeBack(request);
		this.congestion.noteReply(request, reply, now);
		if (!pause) return;
		const until = this.pauses.get(pause.reason) ?? now;
		this.pauses.set(pause.reason, Math.max(until, now + pause.ms));
	}

	/** The service lets requests through again, whatever it has asked for. If not, its next 429 or 503 asks again. */
	endPauses(): void {
		this.pauses.clear();
	}
}

const longest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.ms > one.ms ? other : one));
