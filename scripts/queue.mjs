/** `npm run test:queue`: sets up, builds, then n8n in queue mode with PostgreSQL and Redis. Arguments go to Jest. */
import { join } from 'node:path';
import { requirePrograms } from './programs.mjs';
import { installPlayground, installTools, main, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

await main(async () => {
	await installTools();
	await installPlayground();
	await requirePrograms('postgresql', 'redis');
	const code = await runNode([bin('gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const config = ['-c', 'test/queue/jest.config.js'];
	return await runNode([bin('jest', 'bin', 'jest.js'), ...config, ...process.argv.slice(2)]);
});
