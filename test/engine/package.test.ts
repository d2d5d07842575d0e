import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import manifest from '../../package.json';
import { packTarball } from '../../scripts/package/tarball';
import { filesIn, root, textOf } from '../unit/structure/source';

describe('the package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-packed-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	/** A packed tarball, or that of a release under test. */
	let tarball: string;
	beforeAll(() => {
		tarball = packTarball(folder);
	});

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

	test('weighs less than 400 kB', () => {
		const sizes = filesIn('dist').map((file) => statSync(join(root, file)).size);
		expect(sizes.length).toBeGreaterThan(20);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
	});

	test('packs only what n8n needs', () => {
		const { stdout } = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
		const paths = stdout
			.trim()
			.split('\n')
			.map((path) => path.replace(/^package\//, ''));
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

	test('is a tarball in which publint finds nothing to warn about', () => {
		const cli = join(root, 'node_modules', 'publint', 'src', 'cli.js');
		const args = [cli, tarball, '--strict', '--level', 'warning'];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
		expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
	});
});
