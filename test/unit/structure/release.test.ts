import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import manifest from '../../../package.json';
import { saysUnpublished, withoutNotices, withVersion } from '../../../scripts/release/texts';
import { filesIn, root, textOf } from './source';

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

/** What users read. */
const files = ['README.md', 'SECURITY.md', ...filesIn('docs'), ...filesIn('examples')].filter(
	(file) => !/^docs\/maintainers\/|\.png$/.test(file),
);

test('the texts name the newest version that is no prerelease', () => {
	const { name, version } = manifest;
	const [, newest = version] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(textOf('CHANGELOG.md')) ?? [];
	const released = new RegExp(`(?<![\\d.])${newest.replaceAll('.', '\\.')}(?![\\d.])`);
	const naming = files.filter((file) => released.test(withoutNotices(textOf(file))));
	expect(naming).toEqual(
		expect.arrayContaining(['SECURITY.md', 'docs/queue-mode/compose.yaml', 'docs/self-hosting.md']),
	);
	for (const file of files) {
		const text = withoutNotices(textOf(file));
		expect(withVersion(text, name, newest)).toBe(text);
		// Every place that names the version is found.
		expect({ file, text: withVersion(text, name, '7.8.9') }).toEqual({
			file,
			text: expect.not.stringMatching(released) as string,
		});
	}
	expect(withVersion(textOf('SECURITY.md'), name, '7.8.9')).toContain(
		'| 7.8.x | Yes |\n| Below 7.8 | No |\n<!-- /supported -->',
	);
});

test('what is only true before the first release stands between markers', () => {
	for (const file of files) {
		const after = withoutNotices(textOf(file));
		expect({ file, says: saysUnpublished(after) }).toEqual({ file, says: [] });
		expect(after).not.toContain('\n\n\n');
	}
	const text = 'A\n\n<!-- until published -->\nB\n<!-- /until published -->\n\nC\n';
	expect(withoutNotices(text)).toBe('A\n\nC\n');
	for (const said of ['> **Not published\n> yet.**', "It isn't on npm.", "Once it's on npm, do"]) {
		expect(saysUnpublished(said)).toHaveLength(1);
	}
});

describe('a release', () => {
	let folder: string;
	const address = 'https://github.com/me/it';
	const unreleased = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n';

	const write = (file: string, text: string) => {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	};
	const version = (number: string, author = { email: 'nodes@it.test' }) =>
		write(
			'package.json',
			JSON.stringify({
				name: 'it',
				author,
				version: number,
				repository: { url: `git+${address}.git` },
			}),
		);
	function run(...args: string[]) {
		const options = { cwd: folder, encoding: 'utf8' } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
		return { status, said: `${stdout}${stderr}`.trim() };
	}
	const step = (...args: string[]) => run('scripts/release/release.js', ...args);
	const cut = (number: string) =>
		run(
			'-e',
			`const { changelog, cut } = require('./scripts/release/changelog');
			process.stdout.write(cut(changelog(), '${number}', '2026-03-02'));`,
		).said;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'agent-suite-release-'));
		cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
		spawnSync('git', ['init', '--quiet'], { cwd: folder });
		version('0.1.0');
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
		expect(step('outputs').said).toBe('name=it\nversion=0.1.0\ntag=latest');
	});

	test('is not published while the package has no owner', () => {
		write('CHANGELOG.md', cut('0.1.0'));
		version('0.1.0', { email: 'nodes@it.example' });
		const { status, said } = step('check', 'v0.1.0');
		expect(status).toBe(1);
		expect(said).toContain('the package has no owner yet');
	});

	test('is not published while a text says that it is not', () => {
		write('CHANGELOG.md', cut('0.1.0'));
		write('docs/install.md', 'Once it is on npm, run `npm install`.');
		write('docs/maintainers/release.md', 'Once it is on npm, submit it.');
		spawnSync('git', ['add', '--all'], { cwd: folder });
		expect(step('check', 'v0.1.0')).toEqual({
			status: 1,
			said: 'Cannot publish:\n  docs/install.md says "Once it is on npm"',
		});
	});

	test('is published by the workflow only', () => {
		expect(manifest.scripts.prepublishOnly).toBe('node scripts/release/release.js guard');
		const guard = (env: NodeJS.ProcessEnv) =>
			spawnSync(process.execPath, ['scripts/release/release.js', 'guard'], { cwd: folder, env })
				.status;
		expect(guard({})).toBe(1);
		expect(guard({ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'CI' })).toBe(1);
		expect(guard({ GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'Publish' })).toBe(0);
	});
});
