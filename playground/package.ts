/** Builds this package, packs it and installs the tarball the way n8n installs a community package. */
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import execa from 'execa';
import { hashOf, isFresh } from '../scripts/buildStamp.cjs';
import { readJson } from './files';
import { dataFolder, root } from './n8n';
import type { Rest } from './rest';

interface Manifest {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
}

export interface PackedPackage {
	name: string;
	version: string;
	/** The packed tarball. */
	tarball: string;
	/** Changes with the content of the package. */
	hash: string;
}

/** Builds `dist` with gulp, unless it is up to date and unchanged. */
export async function buildPackage(): Promise<void> {
	if (isFresh('release')) return;
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const result = await execa(process.execPath, [gulp], { cwd: root, all: true, reject: false });
	if (result.exitCode !== 0) throw new Error(`The build failed:\n${result.all ?? ''}`);
}

/** Runs the npm that started us, or else the one on the PATH. */
async function npm(args: string[], cwd: string): Promise<string> {
	const cli = process.env.npm_execpath;
	const ours = cli?.endsWith('npm-cli.js');
	const { stdout } = ours
		? await execa(process.execPath, [cli ?? '', ...args], { cwd })
		: await execa('npm', args, { cwd });
	return stdout;
}

/**
 * Runs `npm pack` into the data folder. For a test of a release, returns the tarball in PACKAGE_TARBALL.
 * @param folder the built package. Default: this one
 */
export async function packPackage(folder = root): Promise<PackedPackage> {
	const { name, version } = readJson<Manifest>(join(folder, 'package.json'));
	const given = process.env.PACKAGE_TARBALL;
	if (given && folder === root) {
		const tarball = resolve(root, given);
		return { name, version, tarball, hash: hashOf([basename(tarball)], dirname(tarball)) };
	}
	// Tests run side by side, and each packs.
	const target = join(dataFolder, 'package', `${process.pid}-${basename(folder)}`);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	process.once('exit', () => rmSync(target, { recursive: true, force: true }));
	const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target];
	await npm(pack, folder);
	const file = readdirSync(target).find((name) => name.endsWith('.tgz'));
	if (!file) throw new Error('npm pack did not create a tarball.');
	return {
		name,
		version,
		tarball: join(target, file),
		hash: hashOf(['dist', 'package.json'], folder),
	};
}

/** Unpacks the tarball into a folder and replaces its content. */
export async function unpackPackage({ tarball }: PackedPackage, target: string): Promise<void> {
	rmSync(target, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(target, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], {
		cwd: dirname(tarball),
	});
}

/**
 * Puts the tarball where n8n looks for community packages, step by step as n8n's own installer does it:
 * unpacked into node_modules, without its development and peer dependencies, and written into the ledger.
 * n8n's `npm install` within the package is skipped, because a package without dependencies has nothing
 * to install. Returns whether anything had to be done.
 */
export async function installPackage(userFolder: string, packed: PackedPackage): Promise<boolean> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const target = join(nodesFolder, 'node_modules', packed.name);
	const stamp = join(nodesFolder, `.${packed.name}.hash`);
	const present = existsSync(join(target, 'package.json')) && existsSync(stamp);
	if (present && readFileSync(stamp, 'utf8') === packed.hash) return false;

	rmSync(stamp, { force: true });
	await unpackPackage(packed, target);
	const manifestFile = join(target, 'package.json');
	const manifest = readJson<Manifest>(manifestFile);
	if (Object.keys(manifest.dependencies ?? {}).length > 0) {
		throw new Error('The package has dependencies. A verified community package cannot have any.');
	}
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	writeFileSync(manifestFile, JSON.stringify(manifest, null, 2));

	const ledger = join(nodesFolder, 'package.json');
	const installed = existsSync(ledger)
		? readJson<Manifest>(ledger)
		: { name: 'installed-nodes', private: true, dependencies: {} };
	installed.dependencies = { ...installed.dependencies, [packed.name]: packed.version };
	writeFileSync(ledger, JSON.stringify(installed, null, 2));
	writeFileSync(stamp, packed.hash);
	return true;
}

/**
 * Copies `dist` into the installed package each time it is built, until the signal. A build is swapped in with one
 * rename, so the installed build is always complete.
 */
export function followBuild(
	userFolder: string,
	{ name }: PackedPackage,
	signal: AbortSignal,
): void {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', name, 'dist');
	const stamp = join(root, '.data', 'build.json');
	// It contains the hash of the build and is written as its last step.
	const built = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : '');
	let last = built();
	const timer = setInterval(() => {
		const now = built();
		if (now === '' || now === last) return;
		last = now;
		// Files that the build no longer contains stay until the next start, but nothing loads them.
		cpSync(join(root, 'dist'), target, { recursive: true });
		rmSync(join(userFolder, '.n8n', 'nodes', `.${name}.hash`), { force: true });
		console.log(`${new Date().toLocaleTimeString()}  new build in the editor`);
	}, 300);
	signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

interface LoadedNode {
	name: string;
	displayName: string;
	version: number | number[];
}

/**
 * Notes the loaded package in n8n's own tables, as its installer does, so that Settings > Community nodes
 * lists it. Returns the node types n8n has loaded from the package.
 */
export async function registerPackage(
	userFolder: string,
	packed: PackedPackage,
	rest: Rest,
): Promise<string[]> {
	const prefix = `${packed.name}.`;
	const all = await rest.get<LoadedNode[]>('/types/nodes.json');
	const ours = all.filter(({ name }) => name.startsWith(prefix));
	const names = new Set(ours.map(({ name }) => name));
	// For every node that an AI agent can use, n8n adds a copy named …Tool. It is not a node of the package.
	const isTwin = (name: string) =>
		name.endsWith('Tool') && names.has(name.slice(0, -'Tool'.length));
	const newest = new Map<string, { displayName: string; version: number }>();
	for (const { name, displayName, version } of ours.filter((node) => !isTwin(node.name))) {
		const top = Math.max(...[version].flat(), newest.get(name)?.version ?? 0);
		newest.set(name, { displayName, version: top });
	}
	if (newest.size === 0) {
		throw new Error(`n8n started, but did not load ${packed.name}. Check its log.`);
	}
	const manifest = readJson<Manifest>(join(root, 'package.json'));
	const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), {
		timeout: 10_000,
	});
	try {
		database.exec('PRAGMA foreign_keys = ON; BEGIN IMMEDIATE');
		database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(packed.name);
		// The default in n8n's table is a text, not a time.
		const now = "STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW')";
		database
			.prepare(
				'INSERT INTO installed_packages ' +
					'(packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt) ' +
					`VALUES (?, ?, ?, ?, ${now}, ${now}) ON CONFLICT (packageName) DO UPDATE SET ` +
					'installedVersion = excluded.installedVersion, updatedAt = excluded.updatedAt',
			)
			.run(
				packed.name,
				packed.version,
				manifest.author?.name ?? null,
				manifest.author?.email ?? null,
			);
		const insert = database.prepare(
			'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
		);
		for (const [type, node] of newest)
			insert.run(node.displayName, type, node.version, packed.name);
		database.exec('COMMIT');
	} finally {
		database.close();
	}
	return [...newest.keys()];
}
