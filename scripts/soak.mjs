/**
 * `npm run test:soak`: sets up, builds, then five minutes of mixed operations and polls against a service
 * that fails at random. `-- --seconds 20` runs a short one, `-- --seed 7` repeats the same random numbers.
 */
import { join } from 'node:path';
import { installTools, main, root, runNode } from './setup.mjs';

await main(async () => {
	await installTools();
	const code = await runNode([join(root, 'node_modules', 'gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const node = ['--expose-gc', '--import', 'tsx', 'test/soak/soak.ts'];
	return await runNode([...node, ...process.argv.slice(2)], {
		env: { NODE_ENV: 'test', N8N_LOG_LEVEL: 'silent' },
	});
});
