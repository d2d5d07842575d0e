/**
 * Brings `dist` up to date: a build if it is older than its sources, or the content of the tarball under test. Every
 * command that needs the package calls it, and Jest before the engine tests.
 */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { PlainError, root } = require('../shared');
const { isFresh } = require('./buildStamp');
const { givenTarball, unpackBuild } = require('./tarball');

/** @throws PlainError if the build fails */
module.exports = function ensureBuild() {
	const tarball = givenTarball();
	if (tarball) return unpackBuild(tarball);
	// `npm run dev` has its own build.
	if (isFresh('release') || (process.env.DEVELOPMENT_BUILD && isFresh('development'))) return;
	console.log('Building …');
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const options = { cwd: root, stdio: 'inherit' };
	const { status } = spawnSync(process.execPath, [gulp, '--silent'], options);
	if (status !== 0) throw new PlainError('The build failed. See the messages above.');
};
