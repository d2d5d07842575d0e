/**
 * The steps of a release. `npm version` calls the first two, a maintainer the third, and publish.yml the others:
 *  - `ready`  that a release can start: nothing uncommitted, an owner, changes in the changelog
 *  - `version`  once package.json has its new version: changelog, texts that name a version or say that there is none
 *    yet, and a commit on a branch of its own, for a pull request
 *  - `tag`  tags the commit on main that contains the version
 *  - `check <tag>`  that tag, package.json, and CHANGELOG.md mean the same version, that the package has an
 *    owner, and that no text says that the package is not published
 *  - `outputs`  prints name, version, and dist-tag as a workflow's step hands them on
 *  - `readme`  points the README at this version, because npm resolves relative links against the newest commit
 *  - `notes <sha512>`  prints what the changelog says of the version, and the checksum of its tarball
 *  - `guard`  from `prepublishOnly`: only the workflow publishes
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { changelog, changelogFile, cut, manifest, repository, sectionOf } = require('./changelog');
const { git, main, PlainError, root } = require('../shared');
const { saysUnpublished, userTexts, withoutNotices, withVersion } = require('./texts');

/** Replaces parts of a file. */
function edit(file, change) {
	const path = join(root, ...file.split('/'));
	writeFileSync(path, change(readFileSync(path, 'utf8')));
}

const isPrerelease = (version) => version.includes('-');

/** The changes of a version. Those of a prerelease stay under *Unreleased* until the version itself is released. */
const changesOf = (version) =>
	sectionOf(changelog(), isPrerelease(version) ? 'Unreleased' : version);

/** Why nothing can be published yet. Nobody gets mail at a domain that ends in .example. */
const obstacles = () =>
	manifest().author.email.endsWith('.example')
		? ['the package has no owner yet: follow docs/maintainers/release.md']
		: [];

/** The tracked files that users read, with their texts. */
function textsOfUsers() {
	const files = git(['ls-files', '-z', '--', ...userTexts]).split('\0');
	return files.filter(Boolean).map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

/** Where a text says that the package is not published. */
function notices() {
	return textsOfUsers().flatMap(([file, text]) =>
		saysUnpublished(text).map((words) => `${file} says "${words}"`),
	);
}

/** @throws PlainError that lists what is wrong, if anything is */
function refuse(what, wrong) {
	if (wrong.length > 0) throw new PlainError(`${what}:\n  ${wrong.join('\n  ')}`);
}

function check(tag) {
	const { version } = manifest();
	const wrong = [...obstacles(), ...notices()];
	if (tag !== `v${version}`) wrong.push(`the tag is ${tag}, but package.json says ${version}`);
	if (!changesOf(version)) wrong.push(`CHANGELOG.md has no changes for ${version}`);
	refuse('Cannot publish', wrong);
	console.log(`${tag} can be published.`);
}

const steps = {
	ready() {
		const wrong = obstacles();
		if (git(['status', '--porcelain'])) wrong.push('commit your changes first');
		if (!sectionOf(changelog(), 'Unreleased')) {
			wrong.push('[Unreleased] in CHANGELOG.md is empty: list the changes there');
		}
		refuse('Cannot start a release', wrong);
	},

	version() {
		const { name, version } = manifest();
		const files = textsOfUsers().map(([file]) => file);
		for (const file of files) edit(file, withoutNotices);
		if (!isPrerelease(version)) {
			const text = cut(changelog(), version, new Date().toISOString().slice(0, 10));
			writeFileSync(changelogFile, text);
			for (const file of files) edit(file, (old) => withVersion(old, name, version));
		}
		edit('nodes/AgentSuite/transport/userAgent.ts', (old) =>
			old.replace(/\/\d[\w.-]*'/, `/${version}'`),
		);
		const branch = `release/v${version}`;
		git(['switch', '--create', branch]);
		// `ready` has refused everything else that could be uncommitted.
		git(['commit', '--quiet', '--all', '--message', `chore(release): ${version}`]);
		console.log(`\nNext: git push --set-upstream origin ${branch}, and open a pull request.`);
	},

	tag() {
		const tag = `v${manifest().version}`;
		git(['fetch', 'origin', 'main']);
		if (git(['status', '--porcelain'])) throw new PlainError('Commit or stash your changes first.');
		const message =
			'This commit is not on main. Merge the pull request, then switch to main and pull.';
		git(['merge-base', '--is-ancestor', 'HEAD', 'FETCH_HEAD'], message);
		check(tag);
		git(['tag', '--annotate', tag, '--message', tag]);
		console.log(`Next: git push origin ${tag}, which starts publish.yml.`);
	},

	check,

	/** By default, `npm install` must not install a prerelease such as 0.2.0-beta.1. */
	outputs() {
		const { name, version } = manifest();
		console.log(
			`name=${name}\nversion=${version}\ntag=${isPrerelease(version) ? 'next' : 'latest'}`,
		);
	},

	readme() {
		const at = `v${manifest().version}`;
		const raw = repository().replace('//github.com/', '//raw.githubusercontent.com/');
		edit('README.md', (text) =>
			text
				.replace(/(\]\(|href=")(?![a-z]+:|#)/g, `$1${repository()}/blob/${at}/`)
				.replace(/(src(?:set)?=")(?![a-z]+:)/g, `$1${raw}/${at}/`)
				.replaceAll(`${raw}/main/`, `${raw}/${at}/`),
		);
	},

	notes(checksum) {
		const { name, version } = manifest();
		console.log(changesOf(version) ?? '');
		if (!checksum) return;
		const entry = JSON.stringify([{ name, version, checksum }]);
		console.log(
			`\n### Checksum\n\nTo have n8n install exactly this file, set \`N8N_COMMUNITY_PACKAGES\` to:\n\n` +
				`\`\`\`json\n${entry}\n\`\`\``,
		);
	},

	guard() {
		if (process.env.GITHUB_ACTIONS === 'true' && process.env.GITHUB_WORKFLOW === 'Publish') return;
		throw new PlainError(
			'Only .github/workflows/publish.yml publishes, from a tag. Refer to docs/maintainers/release.md.',
		);
	},
};

main(() => {
	const [step, ...args] = process.argv.slice(2);
	if (!Object.hasOwn(steps, step ?? '')) {
		throw new PlainError(
			`Usage: node scripts/release/release.js ${Object.keys(steps).join(' | ')}`,
		);
	}
	steps[step](...args);
});
