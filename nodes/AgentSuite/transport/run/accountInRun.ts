import { Lane } from './lane';
import type { PauseClock } from './maxWait';

/** What the requests of one account in a run share while they wait. */
export interface AccountInRun {
	readonly lane: Lane;
	readonly paused: PauseClock;
}

/** The accounts of a run: one, unless an expression selects the credential of each item. */
export class AccountsInRun {
	private readonly known = new Map<string, AccountInRun>();

	/** @param key of the account */
	of(key: string): AccountInRun {
		const account = this.known.get(key) ?? { lane: new Lane(), paused: { ms: 0 } };
		this.known.set(key, account);
		return account;
	}
}
