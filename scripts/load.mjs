/**
 * Loads the build as n8n does, under the Node.js that runs this script. Everything else in `npm test` runs under
 * Node.js 24. Fails if a node or credential does not load or has no description.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { main, PlainError, root } from './setup.mjs';

await main(async () => {
	const require = createRequire(join(root, 'package.json'));
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const files = [...n8n.nodes, ...n8n.credentials];
	for (const file of files) {
		const [Class] = Object.values(require(`./${file}`));
		const { name, properties } = new Class().description ?? new Class();
		if (!name || !(properties?.length > 0)) throw new PlainError(`${file} has no description.`);
	}
	console.log(`Node.js ${process.versions.node} loads ${files.length} files of the build.`);
});
