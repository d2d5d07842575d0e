/** `npm run test:quick`: types, generated files, unit tests, and each operation once in n8n's engine. */
import { join } from 'node:path';
import { installTools, main, root, runNode, runNodeQuietly } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

await main(async () => {
	await installTools();
	const readers = [
		['Types', [bin('typescript', 'bin', 'tsc'), '--noEmit']],
		['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']],
	];
	const jest = [bin('jest', 'bin', 'jest.js'), 'test/unit', 'test/engine/operations'];
	const codes = await Promise.all([
		// Fewer random histories than in `npm test`.
		runNode([...jest, ...process.argv.slice(2)], { env: { RUNS: '50' } }),
		...readers.map(async ([title, args]) => {
			const { code, output } = await runNodeQuietly(args);
			if (code !== 0) console.error(`\n${title}: failed.\n${output}`);
			return code;
		}),
	]);
	return codes.find((code) => code !== 0) ?? 0;
});
