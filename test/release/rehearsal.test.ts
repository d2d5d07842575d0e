import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../unit/structure/source';
import { attempt, Rehearsal, run } from './workflow';

/** A release from the first command of a new owner to the last step before the network, in a throw-away clone. */

const owner = {
	name: 'n8n-nodes-acme',
	author: "Acme & O'Neill Ltd",
	email: 'nodes@acme.example',
	repository: 'acme/n8n-nodes-acme',
	service: 'https://docs.acme.example/api',
};
const repository = `https://github.com/${owner.repository}`;

const scratch = mkdtempSync(join(tmpdir(), 'agent-suite-rehearsal-'));
const origin = join(scratch, 'origin.git');
const clone = join(scratch, 'clone');
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

const textOf = (file: string) => readFileSync(join(clone, file), 'utf8');
const version = () => (JSON.parse(textOf('package.json')) as { version: string }).version;
const pinned = () => /\[(n8n-nodes-[^\]]+)\]/.exec(textOf('docs/queue-mode/compose.yaml'))?.[1];
const tagRelease = () => attempt(clone, 'node scripts/release.js tag');

/** Merges a branch as a pull request on GitHub, with all its commits in one, and pulls main. */
function merge(branch: string): void {
	run(clone, `git push --quiet origin ${branch} && git switch --quiet main`);
	run(
		clone,
		`git merge --quiet --squash ${branch} && git commit --quiet --message "Merge ${branch}"`,
	);
	run(clone, `git push --quiet origin main && git branch --quiet -D ${branch}`);
}

/** `npm version` without its tests. */
function bump(level: string): void {
	run(clone, `node scripts/release.js ready && npm version ${level} --ignore-scripts`);
	run(clone, 'node scripts/release.js version');
}

function change(line: string): void {
	const file = join(clone, 'CHANGELOG.md');
	const entry = `## [Unreleased]\n\n### Fixed\n\n- ${line}\n`;
	writeFileSync(file, textOf('CHANGELOG.md').replace('## [Unreleased]\n', entry));
	run(clone, 'git commit --quiet --all --message "fix: a change" && git push --quiet origin main');
}

beforeAll(() => {
	run(scratch, `git init --quiet --bare --initial-branch main "${origin}"`);
	// What is not committed yet, too.
	const commit = run(root, 'git stash create') || run(root, 'git rev-parse HEAD');
	run(root, `git push --quiet --no-verify "${origin}" ${commit}:refs/heads/main`);
	run(scratch, `git clone --quiet "${origin}" clone`);
});

test('without an owner, no release starts', () => {
	const { status, said } = attempt(clone, 'npm version 0.1.0 --allow-same-version');
	expect(status).not.toBe(0);
	expect(said).toContain('npm run adopt');
	expect(run(clone, 'git status --porcelain')).toBe('');
});

test('a value that is missing or wrong is named, and changes nothing', () => {
	const wrong = '--author "A \\"B\\"" --email a@b.example --repository acme --service ftp://a';
	const { status, said } = attempt(clone, `npm run adopt -- ${wrong}`);
	expect(status).not.toBe(0);
	for (const option of ['author', 'repository', 'service']) expect(said).toContain(`--${option}`);
	expect(said).not.toContain('--email:');
	expect(run(clone, 'git status --porcelain')).toBe('');
});

test('one command replaces every placeholder', () => {
	const placeholders = JSON.parse(textOf('scripts/placeholders.json')) as Array<{ text: string }>;
	expect(placeholders.length).toBeGreaterThan(4);
	const options = Object.entries(owner).map(([option, value]) => `--${option} "${value}"`);
	run(clone, `npm run adopt -- ${options.join(' ')}`);
	for (const { text } of placeholders) {
		expect(attempt(clone, `git grep --files-with-matches --fixed-strings '${text}'`).said).toBe('');
	}
	expect(JSON.parse(textOf('package.json'))).toMatchObject({
		name: owner.name,
		author: { name: owner.author, email: owner.email },
		repository: { url: `git+${repository}.git` },
	});
	expect(textOf('README.md')).toContain(`](${owner.service})`);
	run(clone, 'git commit --quiet --all --message "chore: adopt" && git push --quiet origin main');
});

test('npm version passes all tests, and commits to a branch', () => {
	run(clone, 'npm version 0.1.0 --allow-same-version');
	expect(run(clone, 'git branch --show-current')).toBe('release/v0.1.0');
	expect(run(clone, 'git status --porcelain')).toBe('');
	expect(run(clone, 'git tag')).toBe('');
	expect(textOf('CHANGELOG.md')).toContain(`[0.1.0]: ${repository}/releases/tag/v0.1.0`);
	expect(pinned()).toBe('n8n-nodes-acme@0.1.0');
});

test('only a merged commit gets the tag', () => {
	expect(tagRelease()).toMatchObject({
		status: 1,
		said: expect.stringContaining('not on main') as string,
	});
	merge('release/v0.1.0');
	expect(tagRelease().status).toBe(0);
	run(clone, 'git push --quiet origin v0.1.0');
});

test('the steps of the publish workflow pass, up to the network', () => {
	const work = join(scratch, 'jobs');
	mkdirSync(work);
	const rehearsal = new Rehearsal(origin, 'v0.1.0', work);
	rehearsal.job('version');
	const tarball = join(rehearsal.pack(), 'n8n-nodes-acme-0.1.0.tgz');
	const readme = run(work, `tar -xzOf "${tarball}" package/README.md`);
	expect(readme).toContain(`](${repository}/blob/v0.1.0/docs/`);
	expect(readme).toContain(`https://raw.githubusercontent.com/${owner.repository}/v0.1.0/docs/`);
	expect(readme.match(/\]\((?!https:|#)[^)]*\)/g)).toBe(null);
	expect(readme).not.toMatch(/\/(main|HEAD)\//);
	rehearsal.job('scan');
	rehearsal.job('publish');
	const notes = readFileSync(join(rehearsal.job('release'), 'notes.md'), 'utf8');
	expect(notes).toContain('### Added');
	const sum = run(work, `openssl dgst -sha512 -binary "${tarball}" | base64 --wrap=0`);
	expect(notes).toContain(
		`[{"name":"n8n-nodes-acme","version":"0.1.0","checksum":"sha512-${sum}"}]`,
	);
	expect(rehearsal.skipped).toEqual([
		'publish: actions/attest',
		'release: gh release create "$GITHUB_REF_NAME" "./$FILE" "./$FILE.sigstore.json" --verify-tag \\',
	]);
});

test('a beta leaves changelog and compose file alone, and becomes a stable version', () => {
	change('First.');
	bump('preminor --preid beta');
	expect(version()).toBe('0.2.0-beta.0');
	merge('release/v0.2.0-beta.0');
	expect(tagRelease().status).toBe(0);
	expect(run(clone, 'node scripts/release.js outputs')).toContain('tag=next');
	expect(run(clone, 'node scripts/release.js notes')).toBe('### Fixed\n\n- First.');
	expect(pinned()).toBe('n8n-nodes-acme@0.1.0');
	run(clone, 'npx jest test/unit/structure/release test/unit/queue');

	change('Second.');
	bump('prerelease');
	expect(version()).toBe('0.2.0-beta.1');
	merge('release/v0.2.0-beta.1');

	bump('minor');
	expect(version()).toBe('0.2.0');
	merge('release/v0.2.0');
	expect(tagRelease().status).toBe(0);
	expect(run(clone, 'node scripts/release.js outputs')).toContain('tag=latest');
	const notes = run(clone, 'node scripts/release.js notes');
	for (const line of ['First.', 'Second.']) expect(notes).toContain(line);
	expect(pinned()).toBe('n8n-nodes-acme@0.2.0');
	run(clone, 'npx jest test/unit/structure/release test/unit/queue');
});

test('the workflow refuses a tag that is not on main', () => {
	run(clone, 'git switch --quiet --create side && git commit --quiet --allow-empty --message side');
	run(clone, 'git tag --force v0.2.0 && git push --quiet --force origin v0.2.0');
	const work = join(scratch, 'refused');
	mkdirSync(work);
	expect(() => new Rehearsal(origin, 'v0.2.0', work).job('version')).toThrow('The tag is on main');
});
