/**
 * `npm run film`: records a film of the package in n8n's editor, with captions, for n8n's reviewers and for
 * new users: .data/film/agent-suite.mp4. It installs Chromium and ffmpeg if they are missing and it can.
 */
import { join } from 'node:path';
import { requirePrograms } from './programs.mjs';
import { installPlayground, installTools, main, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

await main(async () => {
	await installTools();
	await installPlayground();
	const [chromium, ffmpeg] = await requirePrograms('chromium', 'ffmpeg');
	const built = await runNode([bin('gulp', 'bin', 'gulp.js')]);
	if (built !== 0) return built;
	const playwright = [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'test/e2e', 'film'];
	const env = { E2E_CHROMIUM: chromium, E2E_FFMPEG: ffmpeg, FILM: '1' };
	const code = await runNode(playwright, { env });
	if (code === 0) console.log(`Film: ${join('.data', 'film', 'agent-suite.mp4')}`);
	return code;
});
