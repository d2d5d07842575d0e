/**
 * The packed package. A release is packed once, and that tarball is what all tests of the release get: its path is in
 * PACKAGE_TARBALL then, and nothing is built or packed again.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, rmSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { npmCommand, PlainError, root } = require('../shared');

/** The tarball to test instead of building, if one is given. */
exports.givenTarball = () => {
	const given = process.env.PACKAGE_TARBALL;
	if (!given) return undefined;
	const file = resolve(root, given);
	if (!existsSync(file))
		throw new PlainError(`PACKAGE_TARBALL is set to ${file}, which does not exist.`);
	return file;
};

/** Packs a built package into a folder: this one, unless a tarball is given. Returns the path of the tarball. */
exports.packTarball = (folder, source = root) => {
	const given = source === root && exports.givenTarball();
	if (given) return given;
	mkdirSync(folder, { recursive: true });
	const [file, args, options] = npmCommand([
		'pack',
		'--ignore-scripts',
		'--silent',
		'--pack-destination',
		folder,
	]);
	const npm = spawnSync(file, args, { cwd: source, encoding: 'utf8', ...options });
	if (npm.status !== 0)
		throw new PlainError(`npm pack did not create a tarball:\n${npm.stderr ?? npm.error}`);
	// It prints the name, and the folder can have older tarballs.
	return join(folder, npm.stdout.trim());
};

/** Unpacks a tarball into a folder, without the leading `package/`. */
exports.unpack = (tarball, folder, members = []) => {
	mkdirSync(folder, { recursive: true });
	const args = ['-xzf', tarball, '-C', folder, '--strip-components=1', ...members];
	const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
	if (status !== 0) throw new PlainError(`Could not unpack ${tarball}: ${stderr}`);
};

/** Puts the build output of a tarball in the place of `dist`. */
exports.unpackBuild = (tarball) => {
	rmSync(join(root, 'dist'), { recursive: true, force: true });
	exports.unpack(tarball, root, ['package/dist']);
	console.log(`dist contains the build of ${tarball}`);
};
