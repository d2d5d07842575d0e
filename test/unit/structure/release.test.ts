import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

import manifest from '../../../package.json';
import { filesIn, root, textOf } from './source';

type Permissions = Record<string, string>;
interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}
interface Job {
	uses?: string;
	needs?: string | string[];
	permissions?: Permissions;
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

/** Lines that use an action by a name that can be moved; those of this repository are of the same commit. */
const unpinned = (text: string) =>
	text
		.split('\n')
		.filter((line) => /^\s*(- )?uses:/.test(line))
		.filter(
			(line) => !/uses: (\.\/[\w./-]+|[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(line),
		);

/** The npm scripts that a text calls, values of a matrix included. */
function scriptsIn(text: string, matrix: Record<string, Array<string | number>> = {}): string[] {
	const calls = [
		...text.matchAll(/\bnpm (?:run |(?=(?:test|start)\b))(\$\{\{ matrix\.\w+ \}\}|[\w:-]+)/g),
	];
	return calls.flatMap(([, called]) => {
		const [, name] = /matrix\.(\w+)/.exec(called) ?? [];
		return name ? (matrix[name] ?? [`no ${name} in the matrix`]).map(String) : [called];
	});
}
const unknown = (called: string[]) => called.filter((name) => !(name in manifest.scripts));

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

	test('they call scripts that there are', () => {
		const called = jobs.flatMap(({ job }) =>
			(job.steps ?? []).flatMap(({ run = '' }) => scriptsIn(run, job.strategy?.matrix)),
		);
		const wanted = ['build', 'test', 'test:compat', 'test:e2e', 'test:queue', 'test:server'];
		expect([...new Set(called)].sort()).toEqual(wanted);
		expect(unknown(called)).toEqual([]);
		for (const { step } of steps) {
			for (const [, script] of (step.run ?? '').matchAll(/\bnode (scripts\/\S+)/g)) {
				expect({ script, there: existsSync(join(root, script)) }).toEqual({ script, there: true });
			}
		}
	});

	test('they may read, and no more than one job needs beyond that', () => {
		for (const { file, flow } of flows) {
			expect({ file, may: flow.permissions }).toEqual({ file, may: { contents: 'read' } });
		}
		const more = jobs.filter(({ job }) => job.permissions);
		expect(Object.fromEntries(more.map(({ name, job }) => [name, job.permissions]))).toEqual({
			publish: { 'id-token': 'write', attestations: 'write' },
			release: { contents: 'write' },
		});
	});

	test('every job ends by itself, and no checkout leaves a token behind', () => {
		for (const { place, job } of jobs.filter((entry) => !entry.job.uses)) {
			expect({ place, ends: (job['timeout-minutes'] ?? 999) <= 60 }).toEqual({ place, ends: true });
		}
		const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
		expect(checkouts.length).toBeGreaterThan(2);
		for (const { step } of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
	});

	test('nothing that others can name becomes part of a command', () => {
		for (const { place, step } of steps) {
			const filled = [...(step.run ?? '').matchAll(/\$\{\{\s*([^}\s]+)/g)].map(([, what]) => what);
			const others = filled.filter((what) => !what.startsWith('matrix.'));
			expect({ place, others }).toEqual({ place, others: [] });
		}
	});

	test('one tarball is packed, tested, attested and published', () => {
		const packs = steps.filter(({ step }) => step.run?.includes('npm pack'));
		expect(packs.map(({ place }) => place)).toEqual(['.github/workflows/checks.yml: pack']);
		const { publish, version, checks } = flows.find(({ file }) => file.endsWith('publish.yml'))!
			.flow.jobs;
		expect([version.needs, checks.needs, publish.needs]).toEqual([undefined, 'version', 'checks']);
		const does = (publish.steps ?? []).map(({ uses, run }) => uses?.split('@')[0] ?? run);
		expect(does).toEqual([
			'actions/download-artifact',
			'echo "$SHA256  $FILE" | sha256sum --check --strict',
			'actions/setup-node',
			'actions/attest-build-provenance',
			'npm publish "./$FILE" --provenance --access public',
		]);
	});

	test('the tests run on every Node.js that is supported', () => {
		const test = jobs.find(({ name }) => name === 'test');
		expect(test?.job.strategy?.matrix.node).toEqual([20, 22, 24]);
	});
});

test.each(['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/versions.md'])(
	'%s names commands that there are',
	(file) => expect(unknown(scriptsIn(textOf(file)))).toEqual([]),
);

describe('the changelog', () => {
	const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(
		([, heading]) => heading,
	);

	test('has the form of Keep a Changelog', () => {
		const [first, ...releases] = headings;
		expect(first).toBe('[Unreleased]');
		expect(releases.filter((line) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(line))).toEqual(
			[],
		);
		const kinds = [...textOf('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
		const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
		expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
	});

	test('has a release for every folder of fixtures, and the other way round', () => {
		const released = headings.slice(1).map((line) => line.slice(1, line.indexOf(']')));
		const folders = filesIn('test/fixtures').flatMap(
			(file) => /^test\/fixtures\/(\d[^/]*)\//.exec(file)?.[1] ?? [],
		);
		// The present version may have its fixtures before it is released.
		expect(new Set([...folders])).toEqual(new Set([...released, manifest.version]));
	});
});

describe('a release', () => {
	let folder: string;
	const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n';

	function run(...args: string[]) {
		const options = { cwd: folder, encoding: 'utf8' } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
		return { status, said: `${stdout}${stderr}`.trim() };
	}
	const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
	const cut = (version: string) =>
		run(
			'--input-type=module',
			'-e',
			`import { changelog, cut } from './scripts/changelog.mjs';
			process.stdout.write(cut(changelog(), '${version}', '2026-03-02'));`,
		);

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'agent-suite-release-'));
		cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
		mkdirSync(join(folder, 'test', 'fixtures', '0.1.0'), { recursive: true });
		write('test/fixtures/0.1.0/index.json', '{}');
		write('package.json', '{ "version": "0.1.0" }');
		write('CHANGELOG.md', changelog);
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	test('makes a section of what was unreleased', () => {
		const first = cut('0.1.0');
		const base = 'https://github.com/agent-suite/n8n-nodes-agent-suite';
		expect(first.said).toBe(
			'# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-03-02\n\n### Added\n\n- A thing.\n\n' +
				`[Unreleased]: ${base}/compare/v0.1.0...HEAD\n[0.1.0]: ${base}/releases/tag/v0.1.0`,
		);
		write('CHANGELOG.md', `${first.said}\n`);
		expect(cut('0.1.1').said).toContain('says nothing under [Unreleased]');
		write(
			'CHANGELOG.md',
			first.said.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- B.\n'),
		);
		expect(cut('0.1.0').said).toContain('has a section 0.1.0 already');
		const second = cut('0.1.1').said;
		expect(second).toMatch(
			/## \[Unreleased\]\n\n## \[0\.1\.1\] - .*\n\n### Fixed\n\n- B\.\n\n## \[0\.1\.0\]/,
		);
		expect(second.slice(second.indexOf('[Unreleased]: '))).toBe(
			`[Unreleased]: ${base}/compare/v0.1.1...HEAD\n[0.1.1]: ${base}/compare/v0.1.0...v0.1.1\n` +
				`[0.1.0]: ${base}/releases/tag/v0.1.0`,
		);
	});

	test('is published only where tag, version, changelog and fixtures agree', () => {
		expect(run('scripts/release.mjs', 'check', 'v0.1.0')).toEqual({
			status: 1,
			said: 'Not to be published: CHANGELOG.md says nothing of 0.1.0.',
		});
		write('CHANGELOG.md', cut('0.1.0').said);
		expect(run('scripts/release.mjs', 'check', 'v0.1.0').status).toBe(0);
		expect(run('scripts/release.mjs', 'notes').said).toBe('### Added\n\n- A thing.');
		expect(run('scripts/release.mjs', 'check', 'v0.1.1').said).toContain('the tag is v0.1.1');
		rmSync(join(folder, 'test', 'fixtures', '0.1.0'), { recursive: true });
		expect(run('scripts/release.mjs', 'check', 'v0.1.0').said).toContain('there are no fixtures');
	});

	test('keeps its fixtures: they are not written a second time', () => {
		write('CHANGELOG.md', cut('0.1.0').said);
		expect(run('scripts/fixtures.mjs')).toEqual({
			status: 1,
			said: expect.stringContaining(
				'0.1.0 is released, so test/fixtures/0.1.0 stays as it is',
			) as string,
		});
	});
});
