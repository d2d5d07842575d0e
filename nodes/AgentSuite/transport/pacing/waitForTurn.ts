import type { Call } from '../call';
import { steadyClock } from '../clock';
import { timeToWait } from '../deadline';
import type { Fate } from '../outcomes/outcome';
import type { QueuedRequest, Wait } from '../rateLimiter/types';
import { Announcer } from './announcer';
import { reserveTokens, tokensObstacle } from './tokens';
import { waitAMoment } from './waitAMoment';
import { pollTimeOver } from './tooLong';
import type { Obstacle } from './waits';

/** What a request has that is sent now. */
export interface Granted {
	queued: QueuedRequest;
	/** Settles its tokens, by what became of it. */
	settle: (fate: Fate) => void;
}

/**
 * Waits until the budgets of a request and the rate limiter let it through. One request of the account in the run does so at a time
 * (`AccountTurns`).
 * @throws {NotSent} when it takes longer than Max Wait or the deadline allows, a budget is used up, or the run is stopped
 */
export async function waitForTurn(call: Call): Promise<Granted> {
	const { run, account, turns } = call;
	return await turns.mutex.run(async () => {
		run.halt.check(account.key);
		const announcer = new Announcer(run.context);
		const position = new QueuePosition(call);
		try {
			for (;;) {
				checkTime(call);
				const answer = tryTurn(call, position);
				if ('queued' in answer) return answer;
				// While it waits for tokens, requests of other runs can go first.
				if (answer.reason === 'tokens') position.leave();
				await waitAMoment(call, answer, announcer);
			}
		} finally {
			position.leave();
		}
	});
}

/** @throws {NotSent} when the deadline is too near */
export function checkTime(call: Call): void {
	if (timeToWait(call.request) < 0) throw pollTimeOver(call);
}

/** Nothing is awaited between asking for the tokens and reserving them, so nobody else takes them. @throws {NotSent} */
function tryTurn(call: Call, position: QueuePosition): Granted | Obstacle {
	const answer = tokensObstacle(call) ?? position.tryTurn();
	return 'queued' in answer ? { ...answer, settle: reserveTokens(call) } : answer;
}

/** The position of a request in the queue of the rate limiter, once it has asked for its turn. */
class QueuePosition {
	private queued?: QueuedRequest;

	constructor(private readonly call: Call) {}

	/** @returns the request if it is to be sent now, or what holds it up */
	tryTurn(): Pick<Granted, 'queued'> | Wait {
		const { account, request } = this.call;
		this.queued ??= account.limiter.enqueue(request.connection.limits);
		const wait = account.limiter.tryTurn(this.queued, steadyClock.now());
		return wait ?? { queued: this.queued };
	}

	/** Also after its turn, when it has left already. */
	leave(): void {
		if (this.queued) this.call.account.limiter.leave(this.queued);
		this.queued = undefined;
	}
}
