import { join } from 'node:path';

import type { INodeType } from 'n8n-workflow';

/** A module of the built package by its path below `nodes/AgentSuite`, the same instance that the loaded node uses. */
export function built<T>(module: string): T {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the built file, not the source
	return require(join(__dirname, '../../dist/nodes/AgentSuite', module)) as T;
}

/** Sets the length of the "minute" of the built rate limiter, ms. */
export function shortenMinute(ms: number): void {
	built<{ WINDOWS: { minute: number } }>('transport/rateLimiter/windows').WINDOWS.minute = ms;
}

interface Settings {
	/** Reads in flight at a time. */
	readsAtATime?: number;
	backoff?: { firstMs: number; maxMs: number };
}

/** Changes settings of the built nodes until the end of the process or test file. */
export function withSettings(settings: Settings): void {
	const operations = Object.values(built<Record<string, unknown>>('operations'));
	const events = Object.values(built<Record<string, unknown>>('events'));
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
		return await poll(this, events, settings.backoff);
	};
}

/** Sets the backoff between attempts, ms. */
export function shortenBackoff(ms: number): void {
	withSettings({ backoff: { firstMs: ms, maxMs: ms } });
}
