/**
 * The steps of a release, which npm and the publish workflow call:
 *  - `version`  from `npm version`, once package.json has its new version: changelog, the version that
 *    the compose file installs, git add
 *  - `check <tag>`  that tag, package.json and CHANGELOG.md mean the same version, and that no
 *    placeholder of docs/maintainers/release.md is left
 *  - `outputs`  prints version and dist-tag as a workflow's step hands them on
 *  - `notes <sha512>`  prints what the changelog says of the version, and the checksum of its tarball
 *  - `guard`  from `prepublishOnly`: only the workflow publishes
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelog, changelogFile, cut, packageVersion, sectionOf } from './changelog.mjs';
import { main, PlainError, root } from './setup.mjs';

function run(command, args) {
	const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
	if (status !== 0) throw new PlainError(`${command} ${args.join(' ')} failed.`);
}

/** The compose file names the version to install. */
const compose = 'docs/queue-mode/compose.yaml';

/** The placeholders that the owner has to fill in: the first column of the table in docs/maintainers/release.md. */
function placeholders() {
	const text = readFileSync(join(root, 'docs', 'maintainers', 'release.md'), 'utf8');
	const [, section = ''] = /^## Placeholders$([^]*?)(?=^## )/m.exec(text) ?? [];
	return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text]) => text);
}

/** The files that contain a text, without the list itself. */
function filesWith(text) {
	const args = ['grep', '--no-index', '--exclude-standard', '-lF', '-e', text, '--', '.'];
	const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	if (status !== 0 && status !== 1)
		throw new PlainError('Could not search for placeholders. Install git.');
	return stdout.split('\n').filter((file) => file !== '' && file !== 'docs/maintainers/release.md');
}

/** By default, `npm install` must not install a prerelease such as 0.2.0-beta.1. */
const distTag = (version) => (version.includes('-') ? 'next' : 'latest');

const steps = {
	/** npm commits what is staged, and tags it. */
	version() {
		const version = packageVersion();
		const text = cut(changelog(), version, new Date().toISOString().slice(0, 10));
		writeFileSync(changelogFile, text);
		const composeFile = join(root, ...compose.split('/'));
		const pinned = /n8n-nodes-agent-suite@[\w.-]+/;
		writeFileSync(
			composeFile,
			readFileSync(composeFile, 'utf8').replace(pinned, `n8n-nodes-agent-suite@${version}`),
		);
		run('git', ['add', 'CHANGELOG.md', compose]);
	},

	check(tag) {
		const version = packageVersion();
		const wrong = [];
		if (tag !== `v${version}`) wrong.push(`the tag is ${tag}, but package.json says ${version}`);
		if (!sectionOf(changelog(), version)) wrong.push(`CHANGELOG.md has no section ${version}`);
		for (const text of placeholders()) {
			const files = filesWith(text);
			if (files.length > 0) wrong.push(`replace the placeholder ${text} in ${files.join(', ')}`);
		}
		if (wrong.length > 0) throw new PlainError(`Cannot publish:\n  ${wrong.join('\n  ')}`);
		console.log(`${tag} can be published.`);
	},

	outputs() {
		const version = packageVersion();
		console.log(`version=${version}\ntag=${distTag(version)}`);
	},

	notes(checksum) {
		const version = packageVersion();
		console.log(sectionOf(changelog(), version) ?? '');
		if (!checksum) return;
		const entry = JSON.stringify([{ name: 'n8n-nodes-agent-suite', version, checksum }]);
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

await main(async () => {
	const [step, ...args] = process.argv.slice(2);
	if (!Object.hasOwn(steps, step ?? '')) {
		throw new PlainError(`Usage: node scripts/release.mjs ${Object.keys(steps).join(' | ')}`);
	}
	steps[step](...args);
});
