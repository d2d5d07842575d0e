/**
 * `npm test`: formatting, lint, imports, types, generated files, build, scan, unit and engine tests. `npm run
 * test:quick`: types, generated files, unit tests, and each operation and event once. Arguments go to Jest.
 */
import { bin, runNode, runNodeQuietly, setUp } from './setup.mjs';

/** Folders with import rules in `.dependency-cruiser.cjs`. */
const sources = ['nodes', 'credentials', 'sandbox', 'playground', 'scripts', 'bench', 'test'];

const generated = ['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']];
const types = ['Types', [bin.tsc, '--noEmit']];

/** Runs the steps in order, up to the first that fails. Resolves to an exit code. */
async function runAll(steps, run) {
	for (const [title, args, options] of steps) {
		const began = Date.now();
		const code = await run(args, options);
		const seconds = ((Date.now() - began) / 1000).toFixed(0);
		if (code === 0) console.log(`\n${title}: passed in ${seconds} s.`);
		else console.error(`\n${title}: failed.`);
		if (code !== 0) return code;
	}
	return 0;
}

/** Prints the output only if the program fails, so that lines of programs side by side don't mix. */
async function printFailure(args) {
	const { code, output } = await runNodeQuietly(args);
	if (code !== 0) console.error(`\n${output}`);
	return code;
}

/** Runs checks of the sources beside the tests, which wait more than they compute. */
async function beside(readers, tests) {
	const codes = await Promise.all([runAll(readers, printFailure), runAll(tests, runNode)]);
	return codes.find((code) => code !== 0) ?? 0;
}

export async function test(args) {
	const here = process.execPath;
	await setUp({ build: true });
	const readers = [
		['Formatting', [bin.prettier, '--check', '--log-level=warn', '.']],
		['Lint', [bin.eslint, '.']],
		['Imports', [bin.depcruise, ...sources, '--output-type=err']],
		types,
		generated,
	];
	const tests = [
		// Everything else runs under Node.js 24.
		['Load', ['scripts/load.mjs'], { node: here }],
		['Scan', ['scripts/scan.mjs']],
		['Unit and engine tests', [bin.jest, ...args]],
	];
	return await beside(readers, tests);
}

export async function quick(args) {
	await setUp();
	const jest = [bin.jest, 'test/unit', 'test/engine/resources/(operations|schemas)', ...args];
	// Fewer random histories than in `npm test`.
	return await beside([types, generated], [['Tests', jest, { env: { RUNS: '50' } }]]);
}
