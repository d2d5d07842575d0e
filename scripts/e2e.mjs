/**
 * `npm run test:e2e`: sets up, builds, then drives n8n's editor in Chromium, with the package installed in a
 * complete n8n. Arguments go to Playwright; `-- --pictures` takes the pictures of docs/pictures anew as well.
 */
import { join } from 'node:path';
import { requirePrograms } from './programs.mjs';
import { installPlayground, installTools, main, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);
const flag = '--pictures';

await main(async () => {
	const args = process.argv.slice(2);
	await installTools();
	await installPlayground();
	const [chromium, pngquant] = await requirePrograms('chromium', 'pngquant');
	const code = await runNode([bin('gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const playwright = [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'test/e2e'];
	const env = { E2E_CHROMIUM: chromium, E2E_PNGQUANT: pngquant };
	if (args.includes(flag)) env.PICTURES = '1';
	return await runNode([...playwright, ...args.filter((arg) => arg !== flag)], { env });
});
