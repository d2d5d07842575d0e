/**
 * `npm run adopt -- --brand … --author … --email … --repository … --reviewers … --service … --api-docs …`: gives the
 * package its brand and its owner. It replaces the placeholders in all files that git tracks, and in their names. Then
 * it removes itself, its tests, and each line that names it, because node types cannot change after the first release.
 */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	rmdirSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { git, main, PlainError, root } from '../shared';
import { bin, runNodeQuietly } from '../tests/programs';
import { formsOf, onlyForAdoption, replacer, withoutAdoption } from './brand';
import { ownerFrom, ownerOptions, textsOf, type Owner } from './owner';

type Change = (text: string, file: string) => string;

/** Removes the folder of a file, and those above it, as far as they are empty. */
function removeEmptyFolders(file: string): void {
	for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
		if (readdirSync(join(root, folder)).length > 0) return;
		rmdirSync(join(root, folder));
	}
}

/** Writes a tracked file with its new text, under its new name. Returns the name, or nothing if nothing changed. */
function rewrite(file: string, replace: (text: string) => string, change: Change): string[] {
	const path = join(root, file);
	const before = readFileSync(path, 'utf8');
	// A picture is not text, and must not be written as such.
	const isText = !before.includes('\0');
	const after = isText ? change(before, file) : before;
	const name = replace(file);
	if (after !== before) writeFileSync(path, after);
	if (name !== file) {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		renameSync(path, join(root, name));
		removeEmptyFolders(file);
	}
	return isText && (after !== before || name !== file) ? [name] : [];
}

/** Enters the base URL of the service: the default of the credential, and the example in texts. */
function withBaseUrl(text: string, file: string, baseUrl: string): string {
	const example = /^(nodes|credentials|docs|scripts\/docs)\/|^README\.md$/;
	const entered = file.endsWith('/transport/credential/fields.ts')
		? text.replace(/(baseUrl: \{[^}]*?default: )''/, `$1'${baseUrl}'`)
		: text;
	return example.test(file) ? entered.replaceAll('https://api.example.com', baseUrl) : entered;
}

/** Replaces all texts and names. Returns the text files that changed. */
function replaceAll(owner: Owner): string[] {
	const replace = replacer(ownerOptions.brand.text, owner.brand, textsOf(owner));
	const { 'base-url': baseUrl } = owner;
	const change: Change = (text, file) => {
		const adopted = replace(withoutAdoption(text));
		return baseUrl === undefined ? adopted : withBaseUrl(adopted, file, baseUrl);
	};
	for (const path of onlyForAdoption) rmSync(join(root, path), { force: true, recursive: true });
	return git(['ls-files', '-z'])
		.split('\0')
		.filter((file) => file !== '' && existsSync(join(root, file)))
		.flatMap((file) => rewrite(file, replace, change));
}

/** What no program can do. */
function leftToDo({ brand, repository, reviewers }: Owner): string[] {
	const { camel } = formsOf(brand);
	const [owner] = repository.split('/');
	const team = reviewers.includes('/')
		? `On GitHub, make ${reviewers} visible, and give it write access to ${repository}`
		: `On GitHub, give ${reviewers} write access to ${repository}` +
			(reviewers === `@${owner}` ? '. If it is an organization, name a team instead' : '');
	return [
		`Replace icons/${camel}.svg and icons/${camel}.dark.svg by your logo, square and as SVG`,
		'Take the pictures of the documentation again: PICTURES=1 npm run test:e2e -- pictures',
		'Check "description" and "keywords" in package.json',
		'Run npm test, and commit. If you have used npm start before: npm start -- --reset',
		team,
		`Once the repository is on GitHub: gh api repos/${repository}/codeowners/errors must list none`,
		'Follow docs/maintainers/release.md',
	];
}

void main(async () => {
	const owner = ownerFrom(process.argv.slice(2));
	if (git(['status', '--porcelain'])) {
		throw new PlainError('Commit or stash your changes first, so that you can undo this.');
	}
	const files = replaceAll(owner);
	// Lines have other lengths now, and so have the columns of generated tables.
	const tidy = [
		['--import', 'tsx', 'scripts/docs/generate.ts'],
		[bin.prettier, '--write', '--ignore-unknown', '--log-level=warn', ...files],
	];
	for (const args of tidy) {
		const { code, output } = await runNodeQuietly(args);
		if (code === 0) continue;
		throw new PlainError(`${output}\nTo undo the changes, run: git add --all && git reset --hard`);
	}
	git(['add', '--all']);
	console.log(
		`Changed ${files.length} files. Check them with "git diff --cached".\n\nWhat is left:`,
	);
	leftToDo(owner).forEach((step, index) => console.log(`  ${index + 1}. ${step}`));
});
