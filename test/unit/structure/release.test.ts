import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import manifest from '../../../package.json';
import { root, textOf } from './source';

test('the changelog has the form that a release cuts', () => {
	const text = textOf('CHANGELOG.md');
	const [first, ...releases] = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
	expect(first).toBe('[Unreleased]');
	const wrong = releases.filter((line) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(line));
	expect(wrong).toEqual([]);
	const kinds = [...text.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
	const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
	expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
});

test('the placeholders are those of the manifest, and each is in use', () => {
	const placeholders = JSON.parse(textOf('scripts/placeholders.json')) as Array<{ text: string }>;
	const elsewhere = ['--', '.', ':!scripts/placeholders.json'];
	const unused = placeholders.filter(
		({ text }) => spawnSync('git', ['grep', '-qF', text, ...elsewhere], { cwd: root }).status !== 0,
	);
	expect(unused).toEqual([]);
	const { author, repository, name } = manifest;
	const [, full] = /github\.com\/(.+)\.git$/.exec(repository.url) ?? [];
	const texts = placeholders.map(({ text }) => text);
	const owned = [author.name, author.email, full, name].filter((value) => !texts.includes(value));
	expect(owned).toHaveLength(placeholders.length > 0 ? 0 : 4);
});

describe('a release', () => {
	let folder: string;
	const address = 'https://github.com/me/it';
	const unreleased = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n';

	const write = (file: string, text: string) => {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	};
	const version = (number: string) =>
		write(
			'package.json',
			JSON.stringify({ name: 'it', version: number, repository: { url: `git+${address}.git` } }),
		);
	function run(...args: string[]) {
		const options = { cwd: folder, encoding: 'utf8' } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
		return { status, said: `${stdout}${stderr}`.trim() };
	}
	const step = (...args: string[]) => run('scripts/release.mjs', ...args);
	const cut = (number: string) =>
		run(
			'--input-type=module',
			'-e',
			`import { changelog, cut } from './scripts/changelog.mjs';
			process.stdout.write(cut(changelog(), '${number}', '2026-03-02'));`,
		).said;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'agent-suite-release-'));
		cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
		version('0.1.0');
		write('scripts/placeholders.json', '[]');
		write('CHANGELOG.md', unreleased);
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	test('turns the unreleased section into the section of the version', () => {
		const first = cut('0.1.0');
		expect(first).toBe(
			'# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-03-02\n\n### Added\n\n- A thing.\n\n' +
				`[Unreleased]: ${address}/compare/v0.1.0...HEAD\n[0.1.0]: ${address}/releases/tag/v0.1.0`,
		);
		write('CHANGELOG.md', `${first}\n`);
		expect(cut('0.1.1')).toContain('[Unreleased] in CHANGELOG.md is empty');
		write('CHANGELOG.md', first.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- B.\n'));
		expect(cut('0.1.0')).toContain('already has a section 0.1.0');
		const second = cut('0.1.1');
		expect(second).toMatch(
			/## \[Unreleased\]\n\n## \[0\.1\.1\] - .*\n\n### Fixed\n\n- B\.\n\n## \[0\.1\.0\]/,
		);
		expect(second.slice(second.indexOf('[Unreleased]: '))).toBe(
			`[Unreleased]: ${address}/compare/v0.1.1...HEAD\n` +
				`[0.1.1]: ${address}/compare/v0.1.0...v0.1.1\n[0.1.0]: ${address}/releases/tag/v0.1.0`,
		);
	});

	test('is published only if tag, version, and changelog match', () => {
		expect(step('check', 'v0.1.0')).toEqual({
			status: 1,
			said: 'Cannot publish:\n  CHANGELOG.md has no changes for 0.1.0',
		});
		write('CHANGELOG.md', cut('0.1.0'));
		expect(step('check', 'v0.1.0').status).toBe(0);
		expect(step('check', 'v0.1.1').said).toContain('the tag is v0.1.1');
		expect(step('outputs').said).toBe('version=0.1.0\ntag=latest');
	});

	test('is not published while a placeholder is left', () => {
		write('CHANGELOG.md', cut('0.1.0'));
		write('scripts/placeholders.json', '[{ "option": "name", "text": "n8n-nodes-it" }]');
		const { status, said } = step('check', 'v0.1.0');
		expect(status).toBe(1);
		expect(said).toContain('replace n8n-nodes-it with "npm run adopt"');
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
