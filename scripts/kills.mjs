/**
 * `npm run test:kills`: sets up, builds, then kills a complete n8n at random moments while leads go to a destination:
 * half an hour. `-- --mode default --records 15 --kills 3 --stops 1` runs a short one, `-- --seed 7` repeats the
 * same random numbers, and `-- --out table.md` writes the table.
 */
import { join } from 'node:path';
import { requirePrograms } from './programs.mjs';
import { installPlayground, installTools, main, root, runNode } from './setup.mjs';

await main(async () => {
	await installTools();
	await installPlayground();
	await requirePrograms('postgresql', 'redis');
	const code = await runNode([join(root, 'node_modules', 'gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	return await runNode(['--import', 'tsx', 'test/kills/kills.ts', ...process.argv.slice(2)]);
});
