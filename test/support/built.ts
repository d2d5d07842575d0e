import { join } from 'node:path';

/** A module of the built package by its path below `nodes/AgentSuite`, the same instance that the loaded node uses. */
export function built<T>(module: string): T {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the built file, not the source
	return require(join(__dirname, '../../dist/nodes/AgentSuite', module)) as T;
}
