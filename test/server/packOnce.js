const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { packTarball } = require('../../scripts/package/tarball');

/** Packs the package for all files, before Jest starts its workers. Otherwise each file would pack. */
module.exports = () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.PACKAGE_TARBALL = packTarball(folder);
};
