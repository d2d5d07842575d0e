/** `npm run test:server`: sets up, builds, then the tests on a complete n8n. Arguments go to Jest. */
import { join } from 'node:path';
import { requirePrograms } from './programs.mjs';
import { installPlayground, installTools, main, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

await main(async () => {
	await installTools();
	await installPlayground();
	await requirePrograms('postgresql');
	const code = await runNode([bin('gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const config = ['-c', 'test/server/jest.config.js'];
	// The proxy of the stand-ins uses ES modules, which Jest only loads with this option.
	const modules = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
	const jest = [...modules, bin('jest', 'bin', 'jest.js')];
	return await runNode([...jest, ...config, ...process.argv.slice(2)]);
});
