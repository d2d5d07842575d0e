/**
 * The setup that every command shares. It installs missing parts and only uses Node.js built-ins, because it
 * runs on a fresh clone, under any Node.js from version 20.
 *
 * n8n 2.41 needs Node.js 24. The development dependency `node` brings that binary, so everything else runs
 * under it after the first install.
 */
const { join } = require('node:path');
const { endChildren } = require('./children');
const ensureBuild = require('./ensureBuild');
const { installN8n, installTools } = require('./install');
const { requirePrograms } = require('./programs');
const { PlainError, root } = require('./shared');

/** @throws PlainError if Node.js is too old */
function requireNode() {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < 20) {
		throw new PlainError(
			`Node.js ${process.versions.node} is too old. Install Node.js 20 or later.`,
		);
	}
}

/**
 * Sets up what a command needs: side by side, unless one part waits for another.
 * @param needs `n8n`: the complete n8n of the playground. `programs`: see programs.js. `build`: `dist`
 */
async function setUp({ n8n = false, programs = [], build = false } = {}) {
	requireNode();
	const tools = installTools();
	const parts = [tools, requirePrograms(...programs)];
	// An image has its own n8n.
	if (n8n && !process.env.N8N_IMAGE) parts.push(installN8n(join(root, 'playground'), { tools }));
	if (build) parts.push(tools.then(() => ensureBuild()));
	try {
		await Promise.all(parts);
	} catch (error) {
		endChildren();
		throw error;
	}
}

module.exports = { requireNode, setUp };
