import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

import { root } from '../unit/structure/source';

export { root };

/** What npm tells the scripts it runs, which would lead another npm back to this repository. */
const inherited = Object.entries(process.env).filter(
	([name]) =>
		!/^(npm_(?!config_(registry|cache|nodedir)$)|INIT_CWD$|NODE_ENV$|PACKAGE_TARBALL$|GITHUB_)/.test(
			name,
		),
);

/** The environment of a command on a machine whose Node.js is the one that runs the tests. */
export const environment: NodeJS.ProcessEnv = {
	...Object.fromEntries(inherited),
	PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
	// Commits need an author.
	...Object.fromEntries(
		['AUTHOR', 'COMMITTER'].flatMap((role) => [
			[`GIT_${role}_NAME`, 'A Maintainer'],
			[`GIT_${role}_EMAIL`, 'maintainer@example.com'],
		]),
	),
};

/** Runs a command line. Returns its exit code, and what it printed. */
export function attempt(folder: string, command: string, env: NodeJS.ProcessEnv = {}) {
	const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', command], {
		cwd: folder,
		env: { ...environment, ...env },
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	return { status, said: `${stdout}${stderr}` };
}

/** The same for a command that must succeed. Returns what it printed. @throws if it fails, with its last lines */
export function run(folder: string, command: string, env?: NodeJS.ProcessEnv): string {
	const { status, said } = attempt(folder, command, env);
	if (status === 0) return said.trim();
	throw new Error(`${command} failed:\n${said.trimEnd().split('\n').slice(-40).join('\n')}`);
}
