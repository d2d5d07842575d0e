import { Mutex } from './mutex';

/** The requests of one account in a run. */
export interface Queue {
	/** One at a time waits for its budgets and the rate limiter. */
	readonly mutex: Mutex;
	/**
	 * How long they have waited in all since one got through and was not asked to wait, ms. Max Wait bounds it, so a limit that never
	 * opens is waited for once, however many they are.
	 */
	waitedMs: number;
}

/** The queues of a run, by the key of the account. */
export class Queues {
	private readonly byAccount = new Map<string, Queue>();

	of(accountKey: string): Queue {
		const queue = this.byAccount.get(accountKey) ?? { mutex: new Mutex(), waitedMs: 0 };
		this.byAccount.set(accountKey, queue);
		return queue;
	}
}
