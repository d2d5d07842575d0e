/**
 * `npm test`: sets up, then formatting, lint, imports, types, build, scan, unit and engine tests, all under
 * Node.js 24, and loads the build under the Node.js it was started with. Arguments go to Jest. With
 * PACKAGE_TARBALL in the environment, the build output of that tarball is tested instead of a new one.
 * What only reads the sources runs beside the rest: `npm test` is to take three minutes on two cores.
 */
import { join } from 'node:path';
import { installTools, main, root, runNode, runNodeQuietly } from './setup.mjs';
import { givenTarball, unpackBuild } from './tarball.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

/** Folders with import rules in `.dependency-cruiser.cjs`. */
const sources = ['nodes', 'credentials', 'sandbox', 'playground', 'scripts', 'bench', 'test'];

/** Checks without a build. They run beside the others, because the tests wait more than they compute. */
const readers = [
	['Formatting', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']],
	['Lint', [bin('eslint', 'bin', 'eslint.js'), '.']],
	[
		'Imports',
		[bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), ...sources, '--output-type=err'],
	],
	['Types', [bin('typescript', 'bin', 'tsc'), '--noEmit']],
	['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']],
];

/** Runs the steps in order, up to the first that fails. */
async function runAll(steps, run) {
	for (const [title, args, options] of steps) {
		const began = Date.now();
		const code = await run(title, args, options);
		const seconds = ((Date.now() - began) / 1000).toFixed(0);
		if (code === 0) console.log(`\n${title}: passed in ${seconds} s.`);
		else console.error(`\n${title}: failed.`);
		if (code !== 0) return code;
	}
	return 0;
}

await main(async () => {
	const tarball = givenTarball();
	await installTools();
	const jest = [bin('jest', 'bin', 'jest.js'), ...process.argv.slice(2)];
	const tests = [
		['Build', [bin('gulp', 'bin', 'gulp.js')]],
		['Load', ['scripts/load.mjs'], { node: process.execPath }],
		['Scan', ['scripts/scan.mjs']],
		['Unit and engine tests', jest],
	];
	const codes = await Promise.all([
		runAll(readers, async (_title, args) => {
			const { code, output } = await runNodeQuietly(args);
			if (code !== 0) console.error(`\n${output}`);
			return code;
		}),
		runAll(tests, async (title, args, options) =>
			title === 'Build' && tarball ? unpackBuild(tarball) : await runNode(args, options),
		),
	]);
	return codes.find((code) => code !== 0) ?? 0;
});
