/**
 * Brings `dist` up to date: a build if it is older than its sources, or the content of the tarball under test. Every
 * command that needs the package calls it, and Jest before the engine tests.
 */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');
const { isFresh } = require('./buildStamp');
const { PlainError, root } = require('./shared');
const { givenTarball, unpackBuild } = require('./tarball');

/** @throws PlainError if the build fails */
module.exports = async function ensureBuild() {
	const tarball = givenTarball();
	if (tarball) return unpackBuild(tarball);
	// `npm run dev` has its own build.
	if (isFresh('release') || (process.env.DEVELOPMENT_BUILD && isFresh('development'))) return;
	console.log('Building …');
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const options = { cwd: root, stdio: 'inherit' };
	const [code] = await once(spawn(process.execPath, [gulp, '--silent'], options), 'close');
	if (code !== 0) throw new PlainError('The build failed. See the messages above.');
};
