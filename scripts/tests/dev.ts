/**
 * `npm run dev`: builds, then watches. After each change it builds the package, checks the types, and runs the
 * affected tests. With `npm start -- --dev` beside it, n8n's editor shows each new build.
 */
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

import { root } from '../shared';
import { engineTestsOf } from './affected';
import { bin, runNode } from './programs';

const folders = ['nodes', 'credentials', 'icons', 'sandbox', 'scripts', 'test', 'examples'];
const ships = /^(nodes|credentials|icons)\//;

/** How long to wait after the last change, ms, because an editor can write several files. */
const QUIET_MS = 150;

const changed = new Set<string>();
let wake: (value?: unknown) => void = () => undefined;

function notice(folder: string, name: string) {
	const path = join(folder, name).replaceAll('\\', '/');
	if (!/\.(ts|mjs|cjs|js|json|yaml|svg)$/.test(path) || path.includes('node_modules')) return;
	changed.add(path);
	wake();
}

async function nextChanges() {
	while (changed.size === 0) await new Promise((resolve) => (wake = resolve));
	let count: number;
	do {
		count = changed.size;
		await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
	} while (changed.size > count);
	const files = [...changed].filter((file) => existsSync(join(root, file)));
	const built = [...changed].some((file) => ships.test(file));
	changed.clear();
	return { files, built };
}

const build = () => runNode([bin.gulp, 'development', '--silent']);

/** Checks the types. It takes a few seconds after the first time. */
function types() {
	return runNode([bin.tsc, '--noEmit', '--pretty']);
}

/** Runs the tests that import a changed file, and the engine tests of changed paths. */
async function tests(files: string[]) {
	const code = files.filter((file) => file.endsWith('.ts'));
	const engine = new Set(code.flatMap(engineTestsOf));
	const related = [...code, ...engine];
	if (related.length === 0) return 0;
	// A test file is related to itself.
	const args = ['--findRelatedTests', ...related, '--passWithNoTests'];
	return await runNode([bin.jest, ...args], {
		env: { DEVELOPMENT_BUILD: '1' },
	});
}

async function dev() {
	for (const folder of folders) {
		watch(join(root, folder), { recursive: true }, (_event, name) => {
			if (name) notice(folder, name);
		});
	}
	let [files, built]: [string[], boolean] = [[], true];
	for (;;) {
		const began = Date.now();
		const failed: string[] = [];
		if (built && (await build()) !== 0) failed.push('the build');
		const typesChecked = types();
		if (failed.length === 0 && (await tests(files)) !== 0) failed.push('tests');
		if ((await typesChecked) !== 0) failed.push('types');
		const seconds = ((Date.now() - began) / 1000).toFixed(1);
		const result = failed.length === 0 ? 'Passed' : `Failed: ${failed.join(', ')}`;
		console.log(`\n${result} (${seconds} s). Waiting for changes. Press Ctrl+C to stop.`);
		({ files, built } = await nextChanges());
		console.log(`\nChanged: ${files.join(', ')}`);
	}
}

void dev();
