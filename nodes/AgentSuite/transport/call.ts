import type { Account } from './account/accounts';
import type { Outcome } from './outcomes/outcome';
import { steadyClock } from './clock';
import { AccountTurns } from './run/accountTurns';
import type { Request } from './request';
import type { Run } from './run/run';

/** A request to get through, with one or more attempts. */
export interface Call {
	readonly run: Run;
	readonly request: Request;
	readonly account: Account;
	/** Of the account in the run. */
	readonly turns: AccountTurns;
	/** What each attempt came to, in order. */
	readonly outcomes: Outcome[];
	/** How long the request has waited in all its attempts, ms. So what others get does not let it wait for longer. */
	waitedMs: number;
}

export function newCall(run: Run, request: Request): Call {
	const { accountKey } = request.connection;
	const account = run.accounts.of(accountKey, steadyClock.now());
	const turns = run.turns.get(accountKey) ?? new AccountTurns();
	run.turns.set(accountKey, turns);
	return { run, request, account, turns, outcomes: [], waitedMs: 0 };
}
