/** `npm test`: sets up, then lint, types, build, unit and engine tests. Arguments go to Jest. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installTools, main, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

await main(async () => {
	await installTools();
	const steps = [
		['Lint', [bin('eslint', 'bin', 'eslint.js'), '.']],
		['Types', [bin('typescript', 'bin', 'tsc'), '--noEmit']],
		['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']],
		['Build', [bin('gulp', 'bin', 'gulp.js')]],
		['Unit and engine tests', [bin('jest', 'bin', 'jest.js'), ...process.argv.slice(2)]],
	].filter(
		([title]) => title !== 'Generated files' || existsSync(join(root, 'scripts', 'generate.ts')),
	);
	for (const [title, args] of steps) {
		console.log(`\n${title}`);
		const code = await runNode(args);
		if (code !== 0) {
			console.error(`\n${title}: failed.`);
			return code;
		}
	}
	return 0;
});
