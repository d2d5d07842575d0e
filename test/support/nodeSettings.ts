/** Settings of the built nodes that users cannot change: backoff, and the windows of the rate limiter. */

import type { INodeType } from 'n8n-workflow';

import type { SendSettings } from '../../nodes/AgentSuite/transport/call';
import type * as registry from '../../nodes/AgentSuite/transport/rateLimiter/registry';
import { WINDOWS } from '../../nodes/AgentSuite/transport/rateLimiter/windows';
import { built } from './built';

const settings: SendSettings = {};

/** Changes settings of the built nodes until the end of the process or test file. */
function withSettings(changes: SendSettings): void {
	Object.assign(settings, changes);
	const operations = Object.values(built<Record<string, unknown>>('resources/operations'));
	const events = Object.values(built<Record<string, unknown>>('resources/events'));
	type Run = (context: unknown, table: unknown[], settings: unknown) => Promise<never>;
	const { execute } = built<{ execute: Run }>('action/execute');
	const { poll } = built<{ poll: Run }>('trigger/poll');
	const { AgentSuite } = built<{ AgentSuite: { prototype: INodeType } }>('AgentSuite.node');
	const { AgentSuiteTrigger } = built<{ AgentSuiteTrigger: { prototype: INodeType } }>(
		'AgentSuiteTrigger.node',
	);
	AgentSuite.prototype.execute = async function () {
		return await execute(this, operations, settings);
	};
	AgentSuiteTrigger.prototype.poll = async function () {
		return await poll(this, events, settings);
	};
}

/** Sets the backoff between attempts, ms. */
export function shortenBackoff(ms: number): void {
	withSettings({ backoffMs: ms });
}

/** Sets the lengths of the windows of the rate limiter, ms, and forgets what was sent. */
function shortenWindows(windows: Partial<typeof WINDOWS>): void {
	const { RateLimiters } = built<typeof registry>('transport/rateLimiter/registry');
	withSettings({ limiters: new RateLimiters({ ...WINDOWS, ...windows }) });
}

/** Sets the length of the "minute" of the rate limiter, ms. */
export function shortenMinute(minute: number): void {
	shortenWindows({ minute });
}
