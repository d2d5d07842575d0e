/** The programs that a command starts: each ends with it, and runs under the same Node.js unless another one is named. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../shared';

const bins = {
	depcruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
	eslint: 'eslint/bin/eslint.js',
	gulp: 'gulp/bin/gulp.js',
	jest: 'jest/bin/jest.js',
	prettier: 'prettier/bin/prettier.cjs',
	tsc: 'typescript/bin/tsc',
};

/** The programs of the tools, as arguments of Node.js. */
export const bin = Object.fromEntries(
	Object.entries(bins).map(([name, file]) => [name, join(root, 'node_modules', file)]),
) as Record<keyof typeof bins, string>;

/** Options of Node.js for Jest: n8n's Engine 2.0 and the proxy of the stand-ins are ES modules, which it only loads so. */
export const withModules = [
	'--experimental-vm-modules',
	'--disable-warning=ExperimentalWarning',
	bin.jest,
];

export interface RunOptions {
	env?: NodeJS.ProcessEnv;
	/** The Node.js that runs it. */
	node?: string;
}

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		stopped.abort();
		process.exit(130);
	});
}

/** Runs a program, by default on this terminal. Resolves to its exit code and its output, if that is piped. */
async function start(
	args: string[],
	{ env, node = process.execPath }: RunOptions,
	stdio: 'inherit' | 'pipe',
) {
	const child = spawn(node, args, {
		cwd: root,
		stdio: ['ignore', stdio, stdio],
		env: { ...process.env, ...env },
		signal: stopped.signal,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (part: Buffer) => (output += part.toString()));
	}
	const code = await new Promise<number>((resolve) => {
		child.on('error', () => resolve(1));
		child.on('close', (status) => resolve(status ?? 1));
	});
	return { code, output };
}

/** Runs a program on this terminal. Resolves to its exit code. */
export const runNode = async (args: string[], options: RunOptions = {}) =>
	(await start(args, options, 'inherit')).code;

/** Runs a program beside others, and keeps its output so that lines don't mix. */
export const runNodeQuietly = async (args: string[], options: RunOptions = {}) =>
	await start(args, options, 'pipe');
