/** `npm run test:quick`: types, generated files, unit tests, and each operation once in n8n's engine. */
import { join } from 'node:path';
import { installTools, main, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

await main(async () => {
	await installTools();
	const steps = [
		['Types', [bin('typescript', 'bin', 'tsc'), '--noEmit']],
		['Generated files', ['--import', 'tsx', 'scripts/generate.ts', '--check']],
		[
			'Tests',
			[
				bin('jest', 'bin', 'jest.js'),
				'test/unit',
				'test/engine/operations',
				...process.argv.slice(2),
			],
		],
	];
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
