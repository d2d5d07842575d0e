import type { Account } from './account/accounts';
import type { Outcome } from './outcomes/outcome';
import { steadyClock } from './clock';
import { AccountWaits } from './run/accountWaits';
import type { Request } from './request';
import type { Run } from './run/run';

/** A request to get through, with one or more attempts. */
export interface Call {
	readonly run: Run;
	readonly request: Request;
	readonly account: Account;
	/** Of the account in the run. */
	readonly waits: AccountWaits;
	/** What each attempt came to, in order. */
	readonly outcomes: Outcome[];
	/** How long the request has waited in all its attempts, ms. So what others get does not let it wait for longer. */
	waitedMs: number;
}

export function newCall(run: Run, request: Request): Call {
	const { accountKey } = request.connection;
	const account = run.accounts.of(accountKey, steadyClock.now());
	const waits = run.waits.get(accountKey) ?? new AccountWaits();
	run.waits.set(accountKey, waits);
	return { run, request, account, waits, outcomes: [], waitedMs: 0 };
}
