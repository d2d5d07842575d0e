/**
 * `npm run test:e2e`: sets up, builds, then drives n8n's editor in Chromium, with the package installed in a
 * complete n8n. Passes arguments to Playwright. `-- --pictures` also retakes the pictures of docs/pictures.
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
	const pictures = args.includes(flag);
	// Only pictures are made smaller.
	const names = pictures ? ['chromium', 'pngquant'] : ['chromium'];
	const [chromium, pngquant] = await requirePrograms(...names);
	const code = await runNode([bin('gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const playwright = [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'test/e2e'];
	const env = { E2E_CHROMIUM: chromium };
	if (pictures) Object.assign(env, { PICTURES: '1', E2E_PNGQUANT: pngquant });
	return await runNode([...playwright, ...args.filter((arg) => arg !== flag)], { env });
});
