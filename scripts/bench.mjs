/** `npm run bench`: sets up and builds, then measures. `-- --help` lists the options. */
import { join } from 'node:path';
import { installPlayground, installTools, main, root, runNode } from './setup.mjs';

await main(async () => {
	await installTools();
	await installPlayground();
	const code = await runNode([join(root, 'node_modules', 'gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const quiet = '--disable-warning=ExperimentalWarning';
	return await runNode([quiet, '--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
		env: { N8N_LOG_LEVEL: 'silent' },
	});
});
