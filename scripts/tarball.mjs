/**
 * The packed package. A release is packed once, and that tarball is what all tests of the release get: its
 * path is in PACKAGE_TARBALL then, and nothing is built or packed again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm, PlainError, root } from './setup.mjs';

/** The tarball to test instead of building, if one is given. */
export function givenTarball() {
	const given = process.env.PACKAGE_TARBALL;
	if (!given) return undefined;
	const file = resolve(root, given);
	if (!existsSync(file))
		throw new PlainError(`PACKAGE_TARBALL is set to ${file}, which does not exist.`);
	return file;
}

/** The given tarball, or else one packed from `dist` into the folder. Returns its path. */
export async function packTarball(folder) {
	const given = givenTarball();
	if (given) return given;
	const { code, output } = await npm(
		['pack', '--ignore-scripts', '--pack-destination', folder],
		root,
	);
	const file = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (code !== 0 || !file) throw new PlainError(`npm pack did not create a tarball:\n${output}`);
	return join(folder, file);
}

/** Unpacks a tarball into a folder, without the leading `package/`. */
export function unpack(tarball, folder, members = []) {
	const args = ['-xzf', tarball, '-C', folder, '--strip-components=1', ...members];
	const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
	if (status !== 0) throw new PlainError(`Could not unpack ${tarball}: ${stderr}`);
}

/** Puts the build output of a tarball in the place of `dist`. */
export function unpackBuild(tarball) {
	rmSync(join(root, 'dist'), { recursive: true, force: true });
	unpack(tarball, root, ['package/dist']);
	console.log(`dist contains the build of ${tarball}`);
	return 0;
}
