/**
 * `npm run fixtures`: writes `test/fixtures/<version of package.json>/` by running the build. A version that is
 * released (it has a section in CHANGELOG.md, or a tag) keeps what it has: a difference is a breaking change.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changelog, packageVersion, sectionOf } from './changelog.mjs';
import { installTools, main, PlainError, root, runNode } from './setup.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

/** Whether a version is released, so that its fixtures must not change. */
function isReleased(version) {
	const tag = `refs/tags/v${version}`;
	const { status } = spawnSync('git', ['show-ref', '--verify', '--quiet', tag], { cwd: root });
	return status === 0 || sectionOf(changelog(), version) !== undefined;
}

await main(async () => {
	const version = packageVersion();
	const folder = join(root, 'test', 'fixtures', version);
	if (isReleased(version) && existsSync(folder)) {
		throw new PlainError(
			`${version} is released, so test/fixtures/${version} stays as it is. The fixtures of the next ` +
				'version are written by "npm version".',
		);
	}
	await installTools();
	const code = await runNode([bin('gulp', 'bin', 'gulp.js')]);
	if (code !== 0) return code;
	const config = ['-c', 'test/fixtures/jest.config.js'];
	return await runNode([bin('jest', 'bin', 'jest.js'), ...config]);
});
