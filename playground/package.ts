/** Packs this package and installs the tarball the way n8n installs a community package. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashOf } from '../scripts/package/buildStamp';
import { givenTarball, packTarball, unpack } from '../scripts/package/tarball';
import { dataFolder, readJson } from './files';
import { root } from '../scripts/shared';
import type { Rest } from './rest';

interface Manifest {
	name: string;
	version: string;
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

/**
 * Packs a built package. For a test of a release, returns the tarball in PACKAGE_TARBALL.
 * @param folder the package. Default: this one
 */
export function packPackage(folder = root): PackedPackage {
	const { name, version } = readJson<Manifest>(join(folder, 'package.json'));
	const given = folder === root ? givenTarball() : undefined;
	if (given)
		return { name, version, tarball: given, hash: hashOf([basename(given)], dirname(given)) };
	// Tests run side by side, and each packs.
	const target = join(dataFolder, 'package', `${process.pid}-${basename(folder)}`);
	rmSync(target, { recursive: true, force: true });
	process.once('exit', () => rmSync(target, { recursive: true, force: true }));
	const hash = hashOf(['dist', 'package.json'], folder);
	return { name, version, tarball: packTarball(target, folder), hash };
}

/** Unpacks the tarball into a folder and replaces its content. */
export function unpackPackage({ tarball }: PackedPackage, target: string): void {
	rmSync(target, { recursive: true, force: true, maxRetries: 3 });
	unpack(tarball, target);
}

/**
 * Puts the tarball where n8n looks for community packages, step by step as n8n's own installer does it:
 * unpacked into node_modules, without its development and peer dependencies, and written into the ledger.
 * n8n's `npm install` within the package is skipped, because a package without dependencies has nothing
 * to install. Returns whether anything had to be done.
 */
export function installPackage(userFolder: string, packed: PackedPackage): boolean {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const target = join(nodesFolder, 'node_modules', packed.name);
	const stamp = join(nodesFolder, `.${packed.name}.hash`);
	const present = existsSync(join(target, 'package.json')) && existsSync(stamp);
	if (present && readFileSync(stamp, 'utf8') === packed.hash) return false;

	rmSync(stamp, { force: true });
	unpackPackage(packed, target);
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
 * Copies `dist` into the installed package each time it is built, until the signal. `dist` is complete when its
 * stamp changes. The copy takes a moment.
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

/** @throws if n8n has not loaded the nodes of the package */
export async function requireLoaded(rest: Rest, { name }: PackedPackage): Promise<void> {
	const all = await rest.get<Array<{ name: string }>>('/types/nodes.json');
	if (all.some((node) => node.name.startsWith(`${name}.`))) return;
	throw new Error(`n8n started, but did not load ${name}. Check its log.`);
}
