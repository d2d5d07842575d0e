import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { attempt, cloneProject, run, runJob } from './commands';

/** Releases of a package that has its owner, in a throw-away clone, up to the network. */

const { scratch, origin, clone } = cloneProject();
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

const textOf = (file: string) => readFileSync(join(clone, file), 'utf8');
const manifest = () =>
	JSON.parse(textOf('package.json')) as { name: string; version: string; homepage: string };
const { name, homepage } = manifest();
const repository = homepage.replace('#readme', '');
const compose = () => /_VERSION=(\S+)/.exec(textOf('docs/queue-mode/compose.yaml'))?.[1];
const supported = () => /^\| (\S+)\.x \| Yes \|$/m.exec(textOf('SECURITY.md'))?.[1];
const tagRelease = () => attempt(clone, 'node scripts/release/release.js tag');

/** Merges a branch as a pull request on GitHub, with all its commits in one, and pulls main. */
function merge(branch: string): void {
	run(clone, `git push --quiet origin ${branch} && git switch --quiet main`);
	run(
		clone,
		`git merge --quiet --squash ${branch} && git commit --quiet --message "Merge ${branch}"`,
	);
	run(clone, `git push --quiet origin main && git branch --quiet -D ${branch}`);
}

/** `npm version` without `npm test`. */
function bump(level: string): void {
	run(clone, `node scripts/release/release.js ready && npm version ${level} --ignore-scripts`);
	run(clone, 'node scripts/release/release.js version');
}

function change(line: string): void {
	const entry = `## [Unreleased]\n\n### Fixed\n\n- ${line}\n`;
	const text = textOf('CHANGELOG.md').replace('## [Unreleased]\n', entry);
	writeFileSync(join(clone, 'CHANGELOG.md'), text);
	run(clone, 'git commit --quiet --all --message "fix: a change" && git push --quiet origin main');
}

/** What the workflow checks out for a job. */
function checkout(job: string, tag: string): string {
	const folder = join(scratch, 'jobs', job);
	mkdirSync(join(folder, '..'), { recursive: true });
	run(
		scratch,
		`git clone --quiet "${origin}" "${folder}" && git -C "${folder}" checkout -q ${tag}`,
	);
	return folder;
}

/** The version that the tests release first. */
let first = '';

beforeAll(() => {
	// The tests of the adoption do the rest.
	run(clone, 'npm pkg set author.email=nodes@it.test');
	const notice = '<!-- until published -->\nNot published yet.\n<!-- /until published -->\n';
	writeFileSync(join(clone, 'README.md'), `${textOf('README.md')}\n${notice}`);
	change('Zero.');
});

test('a version is committed to a branch, and no text says that there is none', () => {
	expect(
		attempt(clone, `node scripts/release/release.js check v${manifest().version}`).said,
	).toContain('README.md says "Not published yet"');
	bump('minor');
	first = manifest().version;
	expect(run(clone, 'git branch --show-current')).toBe(`release/v${first}`);
	expect(run(clone, 'git status --porcelain')).toBe('');
	expect(run(clone, `git tag --list v${first}`)).toBe('');
	expect(textOf('CHANGELOG.md')).toContain(`\n[${first}]: ${repository}/`);
	expect(textOf('nodes/AgentSuite/transport/userAgent.ts')).toContain(`/${first}'`);
	const notices =
		'git grep -iE "not published yet|until published" README.md docs ":!docs/maintainers"';
	expect(attempt(clone, notices).said).toBe('');
	expect([compose(), supported()]).toEqual([first, first.replace(/\.0$/, '')]);
});

test('only a merged commit gets the tag', () => {
	expect(tagRelease()).toMatchObject({
		status: 1,
		said: expect.stringContaining('not on main') as string,
	});
	merge(`release/v${first}`);
	expect(tagRelease().status).toBe(0);
	run(clone, `git push --quiet origin v${first}`);
});

test('the commands of the publish workflow pass, up to the network', () => {
	const tag = { GITHUB_REF_NAME: `v${first}` };
	const version = runJob(checkout('version', tag.GITHUB_REF_NAME), ['publish.yml', 'version'], tag);
	expect(version).toEqual({ name, version: first, tag: 'latest' });

	const packed = checkout('pack', tag.GITHUB_REF_NAME);
	const { file, sha256 } = runJob(packed, ['checks.yml', 'pack'], {});
	const tarball = join(packed, file);
	const readme = run(scratch, `tar -xzOf "${tarball}" package/README.md`);
	expect(readme).toContain(`](${repository}/blob/v${first}/docs/`);
	expect(readme.match(/\]\((?!https:|#)[^)]*\)/g)).toBe(null);
	expect(readme.match(/src(?:set)?="(?!https:)[^"]*"/g)).toBe(null);
	expect(readme).not.toMatch(/\/(main|HEAD)\//);

	// With the newest scanner: every night this tells about its new rules.
	runJob(checkout('scan', tag.GITHUB_REF_NAME), ['publish.yml', 'scan'], {
		PACKAGE_TARBALL: tarball,
	});

	const folder = join(scratch, 'jobs', 'publish');
	mkdirSync(folder);
	copyFileSync(tarball, join(folder, file));
	writeFileSync(join(scratch, 'bundle.json'), '{}');
	const given = { FILE: file, SHA256: sha256, TAG: version.tag };
	// npm does all but send the package, and finds nobody at the registry.
	const offline = { npm_config_dry_run: 'true', npm_config_registry: 'http://127.0.0.1:9' };
	const job: [string, string] = ['publish.yml', 'publish'];
	const env = { ...given, ...offline, BUNDLE: join(scratch, 'bundle.json') };
	const { sha512 } = runJob(folder, job, env);
	expect(() => runJob(folder, job, { ...env, SHA256: sha256.replace(/./g, '0') })).toThrow(
		'sha256sum',
	);

	const release = checkout('release', tag.GITHUB_REF_NAME);
	copyFileSync(tarball, join(release, file));
	const notes = { ...tag, ...given, SHA512: sha512, GH_TOKEN: '', PRERELEASE: 'false' };
	runJob(release, ['publish.yml', 'release'], notes, /^gh release/);
	const text = readFileSync(join(release, 'notes.md'), 'utf8');
	expect(text).toContain('- Zero.');
	const sum = run(scratch, `openssl dgst -sha512 -binary "${tarball}" | base64 --wrap=0`);
	expect(text).toContain(`[{"name":"${name}","version":"${first}","checksum":"sha512-${sum}"}]`);
});

test('a beta leaves changelog and texts alone, and becomes a stable version', () => {
	const texts = [compose(), supported()];
	change('First.');
	bump('preminor --preid beta');
	const beta = manifest().version;
	expect(beta).toMatch(/^\d+\.\d+\.0-beta\.0$/);
	merge(`release/v${beta}`);
	expect(tagRelease().status).toBe(0);
	expect(run(clone, 'node scripts/release/release.js outputs')).toContain('tag=next');
	expect(run(clone, 'node scripts/release/release.js notes')).toBe('### Fixed\n\n- First.');
	expect([compose(), supported()]).toEqual(texts);

	change('Second.');
	bump('prerelease');
	expect(manifest().version).toBe(beta.replace(/0$/, '1'));
	merge(`release/v${manifest().version}`);

	bump('minor');
	const stable = manifest().version;
	expect(stable).toBe(beta.replace('-beta.0', ''));
	merge(`release/v${stable}`);
	expect(tagRelease().status).toBe(0);
	expect(run(clone, 'node scripts/release/release.js outputs')).toContain('tag=latest');
	const notes = run(clone, 'node scripts/release/release.js notes');
	for (const line of ['First.', 'Second.']) expect(notes).toContain(line);
	expect([compose(), supported()]).toEqual([stable, stable.replace(/\.0$/, '')]);
});

test('the workflow refuses a tag that is not on main', () => {
	run(clone, 'git switch --quiet --create side && git commit --quiet --allow-empty --message side');
	const tag = `v${manifest().version}`;
	run(clone, `git tag --force ${tag} && git push --quiet --force origin ${tag}`);
	const refused = checkout('refused', tag);
	expect(() => runJob(refused, ['publish.yml', 'version'], { GITHUB_REF_NAME: tag })).toThrow(
		'git merge-base --is-ancestor',
	);
});
