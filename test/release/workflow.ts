import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

import { parse } from 'yaml';

import { root } from '../unit/structure/source';

/** What npm tells the scripts it runs, which would lead another npm back to this repository. */
const inherited = Object.entries(process.env).filter(
	([name]) =>
		!/^(npm_(?!config_(registry|cache|nodedir)$)|INIT_CWD$|NODE_ENV$|PACKAGE_TARBALL$|GITHUB_)/.test(
			name,
		),
);

/** The environment of a command on a machine whose Node.js is the one that runs the tests. */
const environment: NodeJS.ProcessEnv = {
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

interface Step {
	id?: string;
	name?: string;
	uses?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, string>;
}
interface Job {
	env?: Record<string, string>;
	outputs?: Record<string, string>;
	steps: Step[];
}
interface Workflow {
	on: { workflow_call?: { outputs: Record<string, { value: string }> } };
	jobs: Record<string, Job>;
}
type Outputs = Record<string, string>;

const read = (name: string) =>
	parse(readFileSync(join(root, '.github', 'workflows', name), 'utf8')) as Workflow;

/** The steps that need GitHub or npm. */
const needsNetwork = /^gh release|^npx --yes @n8n/;

/**
 * Runs the steps of publish.yml on this machine, for a tag of a local repository. What an action does is done here: it
 * clones, and moves artifacts between jobs. What GitHub or npm must do is listed in `skipped`, and npm publishes nothing.
 */
export class Rehearsal {
	readonly skipped: string[] = [];

	private readonly artifacts = new Map<string, string>();

	private readonly needs: Record<string, Outputs> = {};

	constructor(
		private readonly origin: string,
		private readonly tag: string,
		private readonly work: string,
	) {}

	/** Runs a job of publish.yml. Returns its folder. @throws at the first step that fails, with its name */
	job(name: string): string {
		const [folder, outputs] = this.runJob(name, read('publish.yml').jobs[name]);
		this.needs[name] = outputs;
		return folder;
	}

	/** Runs the job of checks.yml that packs, for all jobs that need `checks`. Returns its folder. */
	pack(): string {
		const { on, jobs } = read('checks.yml');
		const [folder, outputs] = this.runJob('pack', jobs.pack);
		const named = Object.entries(on.workflow_call?.outputs ?? {});
		this.needs.checks = Object.fromEntries(
			named.map(([name, { value }]) => [name, fill(value, { jobs: { pack: outputs } })]),
		);
		return folder;
	}

	private runJob(name: string, job: Job): [string, Outputs] {
		const folder = join(this.work, name);
		mkdirSync(folder);
		const steps: Record<string, Outputs> = {};
		const known = { needs: this.needs, steps };
		const filled = (values: Record<string, string> = {}) =>
			Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fill(text, known)]));
		for (const step of job.steps) {
			const title = `${name}: ${step.name ?? step.uses?.split('@')[0] ?? step.run?.split('\n')[0]}`;
			const id = step.id ?? title;
			if (step.uses) {
				steps[id] = this.action(step.uses, filled(step.with), folder, title);
			} else if (needsNetwork.test((step.run ?? '').trim())) {
				this.skipped.push(title);
			} else {
				const env = { ...filled(job.env), ...filled(step.env) };
				steps[id] = this.command(step.run ?? '', env, folder, title);
			}
		}
		return [folder, filled(job.outputs)];
	}

	private command(text: string, env: Outputs, folder: string, title: string): Outputs {
		const file = join(this.work, 'output');
		writeFileSync(file, '');
		try {
			run(folder, text, {
				...env,
				GITHUB_OUTPUT: file,
				GITHUB_REF_NAME: this.tag,
				// npm does all but send the package, and finds nobody at the registry.
				...(text.startsWith('npm publish') && {
					npm_config_dry_run: 'true',
					npm_config_registry: 'http://127.0.0.1:9',
				}),
			});
		} catch (error) {
			throw new Error(`${title}: ${(error as Error).message}`);
		}
		const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
		return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
	}

	private action(uses: string, given: Outputs, folder: string, title: string): Outputs {
		const action = uses.split('@')[0];
		if (action === 'actions/checkout') {
			run(folder, `git clone --quiet "${this.origin}" . && git checkout --quiet "${this.tag}"`);
		} else if (action === 'actions/upload-artifact') {
			const file = join(folder, given.path);
			if (!existsSync(file)) throw new Error(`${title}: there is no ${given.path}`);
			this.artifacts.set(given.name, file);
		} else if (action === 'actions/download-artifact') {
			const file = this.artifacts.get(given.name);
			if (!file) throw new Error(`${title}: no job has uploaded ${given.name}`);
			cpSync(file, join(folder, basename(file)));
		} else if (action === 'actions/attest') {
			this.skipped.push(title);
			if (!existsSync(join(folder, given['subject-path']))) throw new Error(`${title}: no file`);
			const bundle = join(this.work, 'bundle.json');
			writeFileSync(bundle, '{}');
			return { 'bundle-path': bundle };
		} else if (action !== 'actions/setup-node') {
			this.skipped.push(title);
		}
		return {};
	}
}

/** Fills `${{ needs.version.outputs.tag }}` and comparisons with a text into a value of a workflow. */
function fill(text: unknown, known: Record<string, Record<string, Outputs>>): string {
	return String(text).replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
		const [path, wanted] = expression.split(/ == /);
		if (path === 'github.token') return '';
		const [from, name, , key] = path.split('.');
		const value = known[from]?.[name]?.[key];
		if (value === undefined) throw new Error(`Nothing has set ${path}`);
		return wanted === undefined ? value : String(`'${value}'` === wanted);
	});
}
