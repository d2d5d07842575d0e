import type { Call } from '../call';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest } from '../rateLimiter/types';
import { steadyClock } from '../clock';
import { Announcer } from './announcer';
import { checkTime } from './deadline';
import { waitAMoment, type Obstacle } from './obstacle';
import { lacksReserved, reserveTokens } from './tokens';

/** What a request has that is sent now. */
export interface Granted {
	queued: QueuedRequest;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Waits until the budgets of a request and the rate limiter let it through. One request of the account in the run does so at a time.
 * @throws {Problem} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Granted> {
	const { run, account, turns } = call;
	return await turns.mutex.run(async () => {
		run.halt.check(account.key);
		const announcer = new Announcer(run.context);
		const line = new Line(call);
		try {
			for (;;) {
				checkTime(call);
				const obstacle = obstacleOf(call, line);
				// Nothing is awaited since it asked for tokens, so nobody else has taken them.
				if (!obstacle) return { queued: line.place(), settle: reserveTokens(call) };
				await waitAMoment(call, obstacle, announcer);
			}
		} finally {
			line.leave();
		}
	});
}

/** Undefined if it is to be sent now. @throws {Problem} when a budget is used up */
function obstacleOf(call: Call, line: Line): Obstacle | undefined {
	if (!lacksReserved(call)) return call.account.limiter.tryTurn(line.place(), steadyClock.now());
	// While it waits for tokens, requests of other runs can go first.
	line.leave();
	return { reason: 'tokens' };
}

/** The place of a request in the queue of the rate limiter, once it has one. */
class Line {
	private queued?: QueuedRequest;

	constructor(private readonly call: Call) {}

	/** Takes one unless it has one. */
	place(): QueuedRequest {
		const { account, request } = this.call;
		this.queued ??= account.limiter.enqueue(request.connection.limits);
		return this.queued;
	}

	/** Nothing happens if it has none, or was its turn. */
	leave(): void {
		if (this.queued) this.call.account.limiter.leave(this.queued);
		this.queued = undefined;
	}
}
