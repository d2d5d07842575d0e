import { join } from 'node:path';

/** A module of the built package, by its path below `nodes/AgentSuite`: the same one the loaded node uses. */
export function built<T>(module: string): T {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the built file, not the source
	return require(join(__dirname, '../../dist/nodes/AgentSuite', module)) as T;
}

/** Makes the "minute" of the built pacer as long as told, ms. */
export function shortenMinute(ms: number): void {
	built<{ WINDOWS: { minute: number } }>('transport/rateLimiter/rateLimiter').WINDOWS.minute = ms;
}

/** Makes the backoff between attempts as short as told, ms. */
export function shortenBackoff(ms: number): void {
	const { BACKOFF } = built<{ BACKOFF: Record<string, number> }>('transport/retry');
	BACKOFF.firstMs = ms;
	BACKOFF.maxMs = ms;
}
