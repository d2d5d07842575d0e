import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import manifest from '../../../package.json';
import { scriptsIn, unknownScripts as unknown } from './scripts';
import { root, textOf } from './source';

test.each([
	'README.md',
	'AGENTS.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'docs/maintainers/release.md',
])('%s names commands that there are', (file) =>
	expect(unknown(scriptsIn(textOf(file)))).toEqual([]),
);

describe('the changelog', () => {
	const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(
		([, heading]) => heading,
	);

	test('has the form of Keep a Changelog', () => {
		const [first, ...releases] = headings;
		expect(first).toBe('[Unreleased]');
		expect(
			releases.filter((line) => !/^\[\d+\.\d+\.\d+(-[\w.]+)?\] - \d{4}-\d\d-\d\d$/.test(line)),
		).toEqual([]);
		const kinds = [...textOf('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
		const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
		expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
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
		write('package.json', '{ "version": "0.1.0" }');
		mkdirSync(join(folder, 'docs', 'maintainers'), { recursive: true });
		write(
			'docs/maintainers/release.md',
			'## Placeholders\n\n| Text | With |\n| --- | --- |\n| `me/it` | x |\n\n## B\n',
		);
		write('CHANGELOG.md', changelog);
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	test('turns the unreleased section into the section of the version', () => {
		const first = cut('0.1.0');
		const base = 'https://github.com/agent-suite/n8n-nodes-agent-suite';
		expect(first.said).toBe(
			'# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-03-02\n\n### Added\n\n- A thing.\n\n' +
				`[Unreleased]: ${base}/compare/v0.1.0...HEAD\n[0.1.0]: ${base}/releases/tag/v0.1.0`,
		);
		write('CHANGELOG.md', `${first.said}\n`);
		expect(cut('0.1.1').said).toContain('[Unreleased] in CHANGELOG.md is empty');
		write(
			'CHANGELOG.md',
			first.said.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- B.\n'),
		);
		expect(cut('0.1.0').said).toContain('already has a section 0.1.0');
		const second = cut('0.1.1').said;
		expect(second).toMatch(
			/## \[Unreleased\]\n\n## \[0\.1\.1\] - .*\n\n### Fixed\n\n- B\.\n\n## \[0\.1\.0\]/,
		);
		expect(second.slice(second.indexOf('[Unreleased]: '))).toBe(
			`[Unreleased]: ${base}/compare/v0.1.1...HEAD\n[0.1.1]: ${base}/compare/v0.1.0...v0.1.1\n` +
				`[0.1.0]: ${base}/releases/tag/v0.1.0`,
		);
	});

	test('is published only if tag, version, and changelog match', () => {
		expect(run('scripts/release.mjs', 'check', 'v0.1.0')).toEqual({
			status: 1,
			said: 'Cannot publish:\n  CHANGELOG.md has no section 0.1.0',
		});
		write('CHANGELOG.md', cut('0.1.0').said);
		expect(run('scripts/release.mjs', 'check', 'v0.1.0').status).toBe(0);
		expect(run('scripts/release.mjs', 'notes').said).toBe('### Added\n\n- A thing.');
		expect(run('scripts/release.mjs', 'check', 'v0.1.1').said).toContain('the tag is v0.1.1');
	});

	test('is not published while a placeholder of docs/maintainers/release.md is left', () => {
		write('CHANGELOG.md', cut('0.1.0').said);
		expect(run('scripts/release.mjs', 'check', 'v0.1.0').status).toBe(0);
		write('SECURITY.md', 'Go to https://github.com/me/it.');
		expect(run('scripts/release.mjs', 'check', 'v0.1.0')).toEqual({
			status: 1,
			said: 'Cannot publish:\n  replace the placeholder me/it in SECURITY.md',
		});
	});

	test('has the real placeholders in that list', () => {
		const { repository, author } = manifest;
		const [, section] = textOf('docs/maintainers/release.md')
			.split(/^## /m)
			.filter((part) => part !== '');
		const listed = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text);
		const [, name] = /github\.com\/(.+)\.git$/.exec(repository.url) ?? [];
		for (const text of [name, author.name, author.email]) expect(listed).toContain(text);
	});

	test('has the tag next for a prerelease, or else latest', () => {
		write('package.json', '{ "version": "0.2.0-beta.1" }');
		expect(run('scripts/release.mjs', 'outputs').said).toBe('version=0.2.0-beta.1\ntag=next');
		const text = cut('0.2.0-beta.1').said;
		expect(text).toContain('## [0.2.0-beta.1] - 2026-03-02');
		write('CHANGELOG.md', text);
		expect(run('scripts/release.mjs', 'check', 'v0.2.0-beta.1')).toEqual({
			status: 0,
			said: 'v0.2.0-beta.1 can be published.',
		});
		write('package.json', '{ "version": "0.2.0" }');
		expect(run('scripts/release.mjs', 'outputs').said).toBe('version=0.2.0\ntag=latest');
	});

	test('has notes with the entry for N8N_COMMUNITY_PACKAGES', () => {
		write('CHANGELOG.md', cut('0.1.0').said);
		const { said } = run('scripts/release.mjs', 'notes', 'sha512-abc');
		const [, entry] = /```json\n(.*)\n```/.exec(said) ?? [];
		expect(JSON.parse(entry)).toEqual([
			{ name: manifest.name, version: '0.1.0', checksum: 'sha512-abc' },
		]);
	});

	test('is published by the workflow only', () => {
		expect(manifest.scripts.prepublishOnly).toBe('node scripts/release.mjs guard');
		const guard = (env: NodeJS.ProcessEnv) =>
			spawnSync(process.execPath, ['scripts/release.mjs', 'guard'], { cwd: folder, env }).status;
		expect(guard({})).toBe(1);
		expect(guard({ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'CI' })).toBe(1);
		expect(guard({ GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'Publish' })).toBe(0);
	});
});
