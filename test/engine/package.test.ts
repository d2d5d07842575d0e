import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import manifest from '../../package.json';
import { packTarball } from '../../scripts/tarball';
import { filesIn, root, textOf } from '../unit/structure/source';

/** The files of the tarball: a packed one, or that of a release under test. */
function packedFiles(): string[] {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-packed-'));
	try {
		const { stdout } = spawnSync('tar', ['-tzf', packTarball(folder)], { encoding: 'utf8' });
		return stdout.split('\n').flatMap((path) => (path ? [path.replace(/^package\//, '')] : []));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

describe('the package', () => {
	test('has no dependencies of its own', () => {
		const none = ['dependencies', 'optionalDependencies', 'overrides', 'resolutions'];
		// So `npm audit` has nothing to check in the published package.
		for (const name of [...none, 'bundleDependencies', 'bundledDependencies', 'bin', 'gypfile']) {
			expect(manifest).not.toHaveProperty(name);
		}
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const onInstall = /^((pre|post)?(install|prepare|uninstall)|prepublish|dependencies)$/;
		expect(Object.keys(manifest.scripts).filter((name) => onInstall.test(name))).toEqual([]);
		expect(manifest.license).toBe('MIT');
	});

	test('loads nothing at run time but n8n-workflow and crypto', () => {
		const loaded = filesIn('dist')
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...textOf(file).matchAll(/\brequire\(["']([^."'][^"']*)["']\)/g)])
			.map(([, name]) => name);
		expect([...new Set(loaded)].sort()).toEqual(['n8n-workflow', 'node:crypto']);
	});

	test('weighs less than 300 kB', () => {
		const sizes = filesIn('dist').map((file) => statSync(join(root, file)).size);
		expect(sizes.length).toBeGreaterThan(20);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
	});

	test('packs only what n8n needs', () => {
		const paths = packedFiles();
		expect(paths).toContain('package.json');
		expect(paths).toContain('dist/nodes/AgentSuite/AgentSuite.node.js');
		expect(paths).toContain('dist/credentials/AgentSuiteApi.credentials.js');
		expect(paths).toContain('dist/icons/agentSuite.svg');
		const others = paths.filter((path) => !/^dist\/(nodes|credentials|icons)\//.test(path));
		expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
		expect(
			paths
				.map((path) => basename(path))
				.filter((name) => /\.(test|spec)\.|\.ts$|\.map$/.test(name)),
		).toEqual([]);
	});
});
