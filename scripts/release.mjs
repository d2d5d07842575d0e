/**
 * The steps of a release, which npm and the publish workflow call:
 *  - `version`  from `npm version`, once package.json has its new version: fixtures, changelog, the version that
 *    the compose file installs, git add
 *  - `check <tag>`  that tag, package.json, CHANGELOG.md and the fixtures mean the same version
 *  - `notes`  prints what the changelog says of the version
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelog, changelogFile, cut, packageVersion, sectionOf } from './changelog.mjs';
import { main, PlainError, root } from './setup.mjs';

function run(command, args) {
	const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
	if (status !== 0) throw new PlainError(`${command} ${args.join(' ')} failed.`);
}

/** It installs the package in a version of its own. */
const compose = 'docs/queue-mode/compose.yaml';

const steps = {
	/** npm commits what is staged, and tags it. */
	version() {
		const version = packageVersion();
		// Before the fixtures: a changelog that cannot be cut ends it here.
		const text = cut(changelog(), version, new Date().toISOString().slice(0, 10));
		run(process.execPath, ['scripts/fixtures.mjs']);
		writeFileSync(changelogFile, text);
		const composeFile = join(root, ...compose.split('/'));
		const pinned = /n8n-nodes-agent-suite@[\w.-]+/;
		writeFileSync(
			composeFile,
			readFileSync(composeFile, 'utf8').replace(pinned, `n8n-nodes-agent-suite@${version}`),
		);
		run('git', ['add', 'CHANGELOG.md', compose, `test/fixtures/${version}`]);
	},

	check(tag) {
		const version = packageVersion();
		const wrong = [];
		if (tag !== `v${version}`) wrong.push(`the tag is ${tag}, but package.json says ${version}`);
		if (!sectionOf(changelog(), version)) wrong.push(`CHANGELOG.md says nothing of ${version}`);
		if (!existsSync(join(root, 'test', 'fixtures', version, 'index.json'))) {
			wrong.push(`there are no fixtures in test/fixtures/${version}`);
		}
		if (wrong.length > 0) throw new PlainError(`Not to be published: ${wrong.join('; ')}.`);
		console.log(`${tag} can be published.`);
	},

	notes() {
		console.log(sectionOf(changelog(), packageVersion()) ?? '');
	},
};

await main(async () => {
	const [step, ...args] = process.argv.slice(2);
	if (!Object.hasOwn(steps, step ?? '')) {
		throw new PlainError(`Usage: node scripts/release.mjs ${Object.keys(steps).join(' | ')}`);
	}
	steps[step](...args);
});
