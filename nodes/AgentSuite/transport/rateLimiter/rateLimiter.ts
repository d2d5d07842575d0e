import { Congestion } from './congestion';
import { Pauses } from './pauses';
import { SentLog, SPANS } from './sentLog';
import type { Limits, Pause, Reply, Turn, Wait } from './types';

/**
 * Decides when requests can be sent: those of an account with the same limits. It never sleeps. Times (ms) are arguments and never run
 * backwards. A request waits for each of these, and is told the one that ends last:
 *
 * - The pause that the service asks for (`Pauses`), which all limiters of an account share.
 * - The backoff after a 429, and then a place among the few that are in flight (`Congestion`).
 * - Room in each limit (`SentLog`). What fits is sent at once. A queue that keeps the minute full is spread over it.
 *
 * It knows nothing of others that use the token, such as other processes: test/unit/transport/rateLimiter/simulation.test.ts.
 */
export class RateLimiter {
	/** Those that wait. First come, first served. */
	private readonly queue: Turn[] = [];
	private readonly log: SentLog;
	private readonly congestion: Congestion;

	constructor(
		limits: Readonly<Limits>,
		private readonly pauses = new Pauses(),
		spans = SPANS,
		random = Math.random,
	) {
		this.log = new SentLog(limits, spans);
		this.congestion = new Congestion(random);
	}

	/**
	 * A request asks for its turn. Until that comes, it waits in the queue: if it is new there, at the end.
	 * @returns what it waits for. Undefined if it is its turn, so it is sent now
	 */
	ask(turn: Turn, now: number): Wait | undefined {
		let ahead = this.queue.indexOf(turn);
		if (ahead < 0) ahead = this.queue.push(turn) - 1;
		const wait = longest([
			...this.pauses.heldUpBy(now),
			...this.congestion.heldUpBy(ahead, now),
			...this.log.heldUpBy(ahead, now),
		]);
		if (wait.ms > 0) return wait;
		this.leave(turn);
		this.log.add(turn, now);
		this.congestion.noteSent(turn);
		return undefined;
	}

	/** The request lets those behind it go first. Nothing happens if it is not in the queue. */
	leave(turn: Turn): void {
		const place = this.queue.indexOf(turn);
		if (place >= 0) this.queue.splice(place, 1);
	}

	/** What became of a request, as soon as that is known. @param pause that the service asks for */
	noteReply(turn: Turn, reply: Reply, now: number, pause?: Pause): void {
		// That a 429 does not count in the limits of the service is assumed.
		if (reply === 'throttled' || reply === 'unsent') this.log.takeBack(turn);
		this.congestion.noteReply(turn, reply, now);
		if (pause) this.pauses.note(pause, now);
	}
}

const longest = (waits: Wait[]): Wait =>
	waits.reduce((one, other) => (other.ms > one.ms ? other : one));
