import type { Account } from '../account/accounts';
import { steadyClock } from '../clock';
import type { Outcome } from '../outcomes/outcome';
import type { RateLimiter } from '../rateLimiter/rateLimiter';
import type { Request } from '../request';
import type { Lane } from '../run/lane';
import { MaxWait } from '../run/maxWait';
import type { Run } from '../run/run';

/** A request to get through, with one or more attempts. */
export interface Call {
	readonly run: Run;
	readonly request: Request;
	readonly account: Account;
	/** Of the account, with the limits of the credential. */
	readonly limiter: RateLimiter;
	/** Of the account in the run. */
	readonly lane: Lane;
	readonly maxWait: MaxWait;
	/** What each attempt came to, in order. */
	readonly outcomes: Outcome[];
}

export function newCall(run: Run, request: Request): Call {
	const { accountKey, limits } = request.connection;
	const account = run.accounts.of(accountKey, steadyClock.now());
	const { lane, paused } = run.ofAccounts.of(accountKey);
	return {
		run,
		request,
		account,
		limiter: account.limiterOf(limits),
		lane,
		maxWait: new MaxWait(request.maxWaitMs, paused),
		outcomes: [],
	};
}
