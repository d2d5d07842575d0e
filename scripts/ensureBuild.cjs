/**
 * Runs once before engine tests, which load the package from `dist`: builds it if it is older than its sources.
 * A tarball under test is not built, and `npm run dev` has its own build.
 */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { isFresh } = require('./buildStamp.cjs');

module.exports = function ensureBuild() {
	if (process.env.PACKAGE_TARBALL || isFresh('release')) return;
	if (process.env.DEVELOPMENT_BUILD && isFresh('development')) return;
	console.log('\nThe build is older than its sources. Building …');
	const root = join(__dirname, '..');
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const { status } = spawnSync(process.execPath, [gulp, '--silent'], {
		cwd: root,
		stdio: 'inherit',
	});
	if (status !== 0)
		throw new Error('The build failed, so there is nothing to test. See the messages above.');
};
