/**
 * `npm test`: formatting, lint, imports, types, generated files, scan, rules of n8n Cloud, unit and engine tests.
 * `npm run test:quick`: types, generated files, unit tests, and each operation, list, and event. Arguments go to Jest.
 */
import { main } from '../shared';
import { bin, runNode, runNodeQuietly, type RunOptions } from './programs';

type Step = [title: string, args: string[], options?: RunOptions];

/** Folders with import rules in `.dependency-cruiser.js`. */
const sources = ['nodes', 'credentials', 'sandbox', 'playground', 'scripts', 'bench', 'test'];

const tsx = ['--import', 'tsx'];
const generated: Step = ['Generated files', [...tsx, 'scripts/docs/generate.ts', '--check']];
const types: Step = ['Types', [bin.tsc, '--noEmit']];

/** Runs all steps in order, also after one that fails. Resolves to the titles of those that failed. */
async function runAll(steps: Step[], run: typeof runNode) {
	const failed: string[] = [];
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
async function printFailure(args: string[]) {
	const { code, output } = await runNodeQuietly(args);
	if (code !== 0) console.error(`\n${output}`);
	return code;
}

/** Runs checks of the sources beside the tests, which wait more than they compute. */
async function beside(readers: Step[], tests: Step[]) {
	const failed = await Promise.all([runAll(readers, printFailure), runAll(tests, runNode)]);
	const titles = failed.flat();
	if (titles.length > 0) console.error(`\nFailed: ${titles.join(', ')}. See the messages above.`);
	return titles.length > 0 ? 1 : 0;
}

async function test(args: string[]) {
	const readers: Step[] = [
		['Formatting', [bin.prettier, '--check', '--log-level=warn', '.']],
		['Lint', [bin.eslint, '.']],
		['Imports', [bin.depcruise, ...sources, '--output-type=err']],
		types,
		generated,
		['Scan', [...tsx, 'scripts/package/scan.ts']],
		['Cloud', [...tsx, 'scripts/package/cloud.ts']],
	];
	const tests: Step[] = [
		// The Node.js that runs npm. Everything else runs under Node.js 24.
		['Load', ['scripts/package/load.js'], { node: process.env.npm_node_execpath }],
		['Unit and engine tests', [bin.jest, ...args]],
	];
	return await beside(readers, tests);
}

async function quick(args: string[]) {
	const jest = [
		bin.jest,
		'test/unit',
		'test/engine/resources/(operations|lists|schemas|events)',
		...args,
	];
	// Fewer random histories than in `npm test`.
	return await beside([types, generated], [['Tests', jest, { env: { RUNS: '50' } }]]);
}

const [first, ...args] = process.argv.slice(2);
void main(() => (first === '--quick' ? quick(args) : test(process.argv.slice(2))));
