/**
 * Loads the build as n8n does, under the Node.js that runs this script. Everything else in `npm test` runs under
 * Node.js 24. Fails if a node or credential does not load or has no description.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { main, PlainError, readJson, root } = require('../shared');

void main(async () => {
	const require = createRequire(join(root, 'package.json'));
	const { n8n } = readJson(root, 'package.json');
	const files = [...n8n.nodes, ...n8n.credentials];
	for (const file of files) {
		const [Class] = Object.values(require(`./${file}`));
		const { name, properties } = new Class().description ?? new Class();
		if (!name || !(properties?.length > 0)) throw new PlainError(`${file} has no description.`);
	}
	console.log(`Node.js ${process.versions.node} loads ${files.length} files of the build.`);
});
