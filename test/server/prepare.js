const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const tsx = require('tsx/cjs/api');
const { packTarball } = require('../../scripts/package/tarball');

/** Packs the package, and lets n8n create its database, before Jest starts its workers. Otherwise each file would. */
module.exports = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.PACKAGE_TARBALL = packTarball(folder);
	const { InstalledN8n } = tsx.require('../support/server/installed.ts', __filename);
	const prepared = await InstalledN8n.prepareUserFolder();
	process.once('exit', () => rmSync(prepared, { recursive: true, force: true }));
	process.env.PREPARED_USER_FOLDER = prepared;
};
