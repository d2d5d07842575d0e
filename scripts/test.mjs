/**
 * `npm test`: sets up, then formatting, lint, imports, types, build, scan, unit and engine tests, all under
 * Node.js 24, and loads the build under the Node.js it was started with. Arguments go to Jest. With
 * PACKAGE_TARBALL in the environment, the build output of that tarball is tested instead of a new one.
 */
import { join } from 'node:path';
import { installTools, main, root, runNode } from './setup.mjs';
import { givenTarball, unpackBuild } from './tarball.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

/** What has rules about who may import whom: `.dependency-cruiser.cjs`. */
const sources = ['nodes', 'credentials', 'sandbox', 'playground', 'scripts', 'bench', 'test'];

await main(async () => {
	const tarball = givenTarball();
	await installTools();
	const steps = [
		['Formatting', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']],
		['Lint', [bin('eslint', 'bin', 'eslint.js'), '.']],
		[
			'Imports',
			[bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), ...sources, '--output-type=err'],
		],
		['Types', [bin('typescript', 'bin', 'tsc'), '--noEmit']],
		['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']],
		['Build', [bin('gulp', 'bin', 'gulp.js')]],
		['Load', ['scripts/load.mjs'], { node: process.execPath }],
		['Scan', ['scripts/scan.mjs']],
		['Unit and engine tests', [bin('jest', 'bin', 'jest.js'), ...process.argv.slice(2)]],
	];
	for (const [title, args, options] of steps) {
		console.log(`\n${title}`);
		const unpacked = title === 'Build' && tarball !== undefined;
		const code = unpacked ? unpackBuild(tarball) : await runNode(args, options);
		if (code !== 0) {
			console.error(`\n${title}: failed.`);
			return code;
		}
	}
	return 0;
});
