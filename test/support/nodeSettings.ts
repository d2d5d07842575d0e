/** Settings of the built nodes that users cannot change: backoff, and the windows of the rate limiter. */

import type * as accounts from '../../nodes/AgentSuite/transport/account/accounts';
import { SPANS } from '../../nodes/AgentSuite/transport/rateLimiter/sentLog';
import { built } from './built';

const modules = () => built<typeof accounts>('transport/account/accounts');

/** Sets the backoff between attempts until the end of the process or test file, ms. */
export function shortenBackoff(firstRetryMs: number): void {
	Object.assign(modules().processAccounts, { firstRetryMs });
}

/** Sets the length of the "minute" of the rate limiter, ms, and forgets what was sent. */
export function shortenMinute(minute: number): void {
	const { Accounts, processAccounts } = modules();
	const firstRetryMs = processAccounts['firstRetryMs'];
	Object.assign(processAccounts, new Accounts({ ...SPANS, minute }, undefined, firstRetryMs));
}
