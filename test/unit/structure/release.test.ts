import { spawnSync } from 'node:child_process';

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

test('only the workflow publishes', () => {
	expect(manifest.scripts.prepublishOnly).toBe('node scripts/release/release.js guard');
	const guard = (env: NodeJS.ProcessEnv) =>
		spawnSync(process.execPath, ['scripts/release/release.js', 'guard'], { cwd: root, env }).status;
	expect(guard({})).toBe(1);
	expect(guard({ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'CI' })).toBe(1);
	expect(guard({ GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'Publish' })).toBe(0);
});
