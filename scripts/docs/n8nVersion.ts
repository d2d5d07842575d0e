/** The version of n8n that the tests run. It stands in playground/package.json, and all other files get it from there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import manifest from '../../package.json';
import playground from '../../playground/package.json';
import { readJson } from '../shared';

const { n8n } = playground.dependencies;

/** Files that name the images of n8n, and in which the version can only stand as text. */
const FILES = [
	'.github/workflows/nightly.yml',
	'docs/queue-mode/compose.yaml',
	'docs/single-process/compose.yaml',
];

/** Those files with this version. A tag without a digit, such as `stable`, stays. */
export async function filesWithN8n(root: string): Promise<Array<[path: string, text: string]>> {
	return await Promise.all(
		FILES.map(async (path): Promise<[string, string]> => {
			const text = await readFile(join(root, path), 'utf8');
			return [path, text.replace(/(?<=\bn8nio\/(n8n|runners):)\d[\w.-]*/g, n8n)];
		}),
	);
}

/** What package.json must say so that the engine tests run the engine of this n8n, as sentences. */
export function engineMismatches(root: string): string[] {
	const { packages } = readJson(root, 'playground', 'package-lock.json') as {
		packages: Record<string, { version: string }>;
	};
	const installed: Record<string, string> = manifest.devDependencies;
	return ['n8n-core', 'n8n-workflow'].flatMap((name) => {
		const { version } = packages[`node_modules/${name}`];
		return installed[name] === version
			? []
			: [`package.json: n8n ${n8n} has ${name} ${version}, so set that and run npm install.`];
	});
}
