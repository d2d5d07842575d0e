import type { Account } from './accounts';
import type { Outcome } from './outcomes/outcome';
import { steadyClock } from './pacing/clock';
import type { Request } from './request';
import type { Run } from './run';
import { sendSettings } from './settings';

/** A request to get through, with one or more attempts. */
export interface Call {
	readonly run: Run;
	readonly request: Request;
	readonly account: Account;
	/** What each attempt that was sent came to, in order. */
	readonly outcomes: Outcome[];
}

export const newCall = (run: Run, request: Request): Call => ({
	run,
	request,
	account: sendSettings.accounts.of(request.connection.accountKey, steadyClock.now()),
	outcomes: [],
});

/** What the last attempt came to. Undefined if nothing was sent. */
export const lastOutcome = ({ outcomes }: Pick<Call, 'outcomes'>): Outcome | undefined =>
	outcomes.at(-1);
