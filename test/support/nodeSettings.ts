/** Settings of the built nodes that users cannot change: backoff, and the windows of the rate limiter. */

import type * as accounts from '../../nodes/AgentSuite/transport/account/accounts';
import { SPANS } from '../../nodes/AgentSuite/transport/rateLimiter/spans';
import type * as settings from '../../nodes/AgentSuite/transport/settings';
import { built } from './built';

const sendSettings = () => built<typeof settings>('transport/settings').sendSettings;

/** Sets the backoff between attempts until the end of the process or test file, ms. */
export function shortenBackoff(ms: number): void {
	sendSettings().retryDelayMs = ms;
}

/** Sets the length of the "minute" of the rate limiter, ms, and forgets what was sent. */
export function shortenMinute(minute: number): void {
	const { Accounts } = built<typeof accounts>('transport/account/accounts');
	sendSettings().accounts = new Accounts({ ...SPANS, minute });
}
