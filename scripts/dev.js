/**
 * `npm run dev`: builds, then watches. After each change it builds the package, checks the types, and runs the
 * affected tests. With `npm start -- --dev` beside it, n8n's editor shows each new build.
 */
const { bin, runNode } = require('./children');
const { setUp } = require('./setup');
const { root } = require('./shared');
const { existsSync, watch } = require('node:fs');
const { join } = require('node:path');

const folders = ['nodes', 'credentials', 'icons', 'sandbox', 'scripts', 'test', 'examples'];
const ships = /^(nodes|credentials|icons)\//;

/** Engine tests load the build, so no import leads to them. These are the tests affected by a change, by its path. */
const engineTests = [
	[/^nodes\/AgentSuite\/(trigger\/|resources\/.*\.event)/, ['resources/events', 'trigger/trigger']],
	[/^nodes\/AgentSuite\/resources\/.*\.operation/, ['resources/operations', 'resources/lists']],
	[/^(nodes|credentials)\//, ['resources/operations', 'transport/errors']],
];

/** How long to wait after the last change, ms, because an editor can write several files. */
const QUIET_MS = 150;

const changed = new Set();
let wake = () => undefined;

function notice(folder, name) {
	const path = join(folder, name).replaceAll('\\', '/');
	if (!/\.(ts|mjs|cjs|js|json|yaml|svg)$/.test(path) || path.includes('node_modules')) return;
	changed.add(path);
	wake();
}

async function nextChanges() {
	while (changed.size === 0) await new Promise((resolve) => (wake = resolve));
	let count;
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
async function tests(files) {
	const code = files.filter((file) => file.endsWith('.ts'));
	const engine = new Set(
		engineTests.flatMap(([path, names]) =>
			code.some((file) => path.test(file))
				? names.map((name) => `test/engine/${name}.test.ts`)
				: [],
		),
	);
	const related = [...code, ...engine];
	if (related.length === 0) return 0;
	// A test file is related to itself.
	const args = ['--findRelatedTests', ...related, '--passWithNoTests'];
	return await runNode([bin.jest, ...args], {
		env: { DEVELOPMENT_BUILD: '1' },
	});
}

async function dev() {
	await setUp();
	for (const folder of folders) {
		watch(join(root, folder), { recursive: true }, (_event, name) => name && notice(folder, name));
	}
	let [files, built] = [[], true];
	for (;;) {
		const began = Date.now();
		const failed = [];
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

module.exports = { dev, engineTests };
