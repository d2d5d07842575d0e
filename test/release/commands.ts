import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { parse } from 'yaml';

import { root, textOf } from '../unit/structure/source';

/** What npm tells the scripts it runs, which would lead another npm back to this repository. */
const ofNpm =
	/^(npm_(?!config_(registry|cache|nodedir)$)|INIT_CWD$|NODE_ENV$|PACKAGE_TARBALL$|GITHUB_)/;

/** The environment of a command on a machine whose Node.js is the one that runs the tests. */
const environment: NodeJS.ProcessEnv = {
	...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofNpm.test(name))),
	PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
	GIT_AUTHOR_NAME: 'A Maintainer',
	GIT_AUTHOR_EMAIL: 'maintainer@example.com',
	GIT_COMMITTER_NAME: 'A Maintainer',
	GIT_COMMITTER_EMAIL: 'maintainer@example.com',
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

/**
 * Makes a repository with this one's files, those that are not committed too, and a clone of it.
 * @returns the paths of both, and of their folder, which the caller removes
 */
export function cloneProject() {
	const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-release-'));
	const origin = join(scratch, 'origin.git');
	run(scratch, `git init --quiet --bare --initial-branch main "${origin}"`);
	const commit = run(root, 'git stash create') || run(root, 'git rev-parse HEAD');
	run(root, `git push --quiet --no-verify "${origin}" ${commit}:refs/heads/main`);
	run(scratch, `git clone --quiet "${origin}" clone`);
	return { scratch, origin, clone: join(scratch, 'clone') };
}

interface Step {
	run?: string;
	env?: Record<string, string>;
}
interface Workflow {
	jobs: Record<string, { env?: Record<string, string>; steps: Step[] }>;
}

/**
 * Runs the commands of a job on this machine, in order. The caller does what its actions do, and sets the variables
 * that GitHub fills in.
 * @param skip the commands that need GitHub or npm
 * @returns the outputs of all steps
 * @throws at the first command that fails, and for a variable that is not set
 */
export function runJob(
	folder: string,
	[workflow, job]: [string, string],
	given: Record<string, string>,
	skip = /^$/,
): Record<string, string> {
	const { jobs } = parse(textOf(`.github/workflows/${workflow}`)) as Workflow;
	const file = join(folder, '..', `${job}.output`);
	writeFileSync(file, '');
	for (const { run: command, env } of jobs[job].steps) {
		if (command === undefined || skip.test(command)) continue;
		const named = Object.entries({ ...jobs[job].env, ...env });
		const unset = named.filter(([name, value]) => value.includes('${{') && !(name in given));
		if (unset.length > 0) throw new Error(`${job}: nobody has set ${unset.join()}`);
		run(folder, command, { ...given, GITHUB_OUTPUT: file });
	}
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	rmSync(file);
	return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
}
