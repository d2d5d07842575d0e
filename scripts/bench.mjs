/** `npm run bench`: sets up and builds, then measures. `-- --short` takes seconds instead of minutes. */
import { join } from 'node:path';
import { installTools, main, root, runNode } from './setup.mjs';

await main(async () => {
	await installTools();
	const code = await runNode([join(root, 'node_modules', 'gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	return await runNode(['--import', 'tsx', 'bench/reads.ts', ...process.argv.slice(2)], {
		env: { NODE_ENV: 'test', N8N_LOG_LEVEL: 'silent' },
	});
});
