/**
 * `npm test`: formatting, lint, imports, types, generated files, build, scan, rules of n8n Cloud, unit and engine
 * tests. `npm run test:quick`: types, generated files, unit tests, and each operation and event once. Arguments go to
 * Jest.
 */
const { bin, runNode, runNodeQuietly } = require('./children');
const { setUp } = require('./setup');

/** Folders with import rules in `.dependency-cruiser.js`. */
const sources = ['nodes', 'credentials', 'sandbox', 'playground', 'scripts', 'bench', 'test'];

const generated = ['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']];
const types = ['Types', [bin.tsc, '--noEmit']];

/** Runs all steps in order, also after one that fails. Resolves to the titles of those that failed. */
async function runAll(steps, run) {
	const failed = [];
	for (const [title, args, options] of steps) {
		const began = Date.now();
		const code = await run(args, options);
		const seconds = ((Date.now() - began) / 1000).toFixed(0);
		console.log(`\n${title}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s.`);
		if (code !== 0) failed.push(title);
	}
	return failed;
}

/** Prints the output only if the program fails, so that lines of programs side by side don't mix. */
async function printFailure(args) {
	const { code, output } = await runNodeQuietly(args);
	if (code !== 0) console.error(`\n${output}`);
	return code;
}

/** Runs checks of the sources beside the tests, which wait more than they compute. */
async function beside(readers, tests) {
	const failed = await Promise.all([runAll(readers, printFailure), runAll(tests, runNode)]);
	const titles = failed.flat();
	if (titles.length > 0) console.error(`\nFailed: ${titles.join(', ')}. See the messages above.`);
	return titles.length > 0 ? 1 : 0;
}

async function test(args) {
	const here = process.execPath;
	await setUp({ build: true });
	const readers = [
		['Formatting', [bin.prettier, '--check', '--log-level=warn', '.']],
		['Lint', [bin.eslint, '.']],
		['Imports', [bin.depcruise, ...sources, '--output-type=err']],
		types,
		generated,
		['Scan', ['scripts/scan.js']],
		['Cloud', ['scripts/cloud.js']],
	];
	const tests = [
		// Everything else runs under Node.js 24.
		['Load', ['scripts/load.js'], { node: here }],
		['Unit and engine tests', [bin.jest, ...args]],
	];
	return await beside(readers, tests);
}

async function quick(args) {
	await setUp();
	const jest = [
		bin.jest,
		'test/unit',
		'test/engine/resources/(operations|schemas|events)',
		...args,
	];
	// Fewer random histories than in `npm test`.
	return await beside([types, generated], [['Tests', jest, { env: { RUNS: '50' } }]]);
}

module.exports = { quick, test };
