/**
 * `npm run adopt -- --brand … --author … --email … --repository … --reviewers … --service … --api-docs …`: gives the
 * package its brand and its owner. It replaces the placeholders in all files that git tracks, and in their names. Then
 * it removes itself and its tests, because node types cannot change after the first release.
 */
const {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	rmdirSync,
	writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');
const { parseArgs } = require('node:util');
const { formsOf, onlyForAdoption, replacer } = require('./brand');
const { bin, runNodeQuietly } = require('./children');
const { git } = require('./git');
const { setUp } = require('./setup');
const { main, PlainError, root } = require('./shared');
const { settled } = require('./texts');

const placeholders = JSON.parse(readFileSync(join(__dirname, 'placeholders.json'), 'utf8'));
const textOf = (wanted) => placeholders.find(({ option }) => option === wanted).text;

const address = [/^https:\/\/[^\s"'`\\|<>()[\]]+$/, 'an https address'];

/** What each option must look like. No value can end a string or a cell of a table. */
const forms = {
	brand: [
		/^[A-Z][A-Za-z0-9]*( [A-Z0-9][A-Za-z0-9]*)*$/,
		'words of letters and digits that each start with a capital, such as Acme Leads',
	],
	name: [/^n8n-nodes-[a-z0-9-]+$/, 'a name without a scope that starts with n8n-nodes-'],
	author: [/^[^"\\|<>\p{Cc}]+$/u, 'a name without quotes and line breaks'],
	email: [/^[^\s"\\|<>@]+@[\w.-]+\.\w+$/, 'an email address'],
	repository: [/^[\w-]+\/[\w.-]+$/, 'the owner and name on GitHub, such as acme/n8n-nodes-acme'],
	reviewers: [
		/^@[\w-]+(\/[\w-]+)?$/,
		'a team such as @acme/nodes, or a person such as @ada. GitHub ignores an organization',
	],
	service: address,
	'api-docs': address,
	'base-url': address,
};

/**
 * The owner's values by option. The name of the package follows from the brand, and not every service has one base URL.
 * @throws PlainError that lists all options that are missing or wrong
 */
function valuesFrom(args) {
	const options = Object.fromEntries(Object.keys(forms).map((name) => [name, { type: 'string' }]));
	const { values } = parseArgs({ args, options });
	const { brand, repository, reviewers } = values;
	if (brand) values.name ??= `n8n-nodes-${formsOf(brand).kebab}`;
	const isWrong = (option) => !forms[option][0].test(values[option] ?? '');
	const wrong = placeholders
		.filter(({ option }) => isWrong(option))
		.map(({ option, meaning }) => `--${option}: ${meaning} (${forms[option][1]})`);
	if (values['base-url'] !== undefined && isWrong('base-url')) {
		wrong.push('--base-url: Address of the API, if all accounts have the same (an https address)');
	}
	const [team, owner] = [/^@(.+)\//.exec(reviewers)?.[1], repository?.split('/')[0]];
	if (team && team !== owner)
		wrong.push(`--reviewers: A team of ${owner}, which owns the repository`);
	if (wrong.length > 0) throw new PlainError(`Set these options:\n  ${wrong.join('\n  ')}`);
	return values;
}

/** Removes the folder of a file, and those above it, as far as they are empty. */
function removeEmptyFolders(file) {
	for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
		if (readdirSync(join(root, folder)).length > 0) return;
		rmdirSync(join(root, folder));
	}
}

/** Writes a tracked file with the new texts, under its new name. Returns the name, or undefined if nothing changed. */
function rewrite(file, replace, change) {
	const path = join(root, file);
	const before = readFileSync(path, 'utf8');
	// A picture is not text, and must not be written as such.
	const isText = !before.includes('\0');
	const after = isText ? change(replace(before), file) : before;
	const name = replace(file);
	if (after !== before) writeFileSync(path, after);
	if (name !== file) {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		renameSync(path, join(root, name));
		removeEmptyFolders(file);
	}
	return isText && (after !== before || name !== file) ? name : undefined;
}

/** Enters the base URL of the service: the default of the credential, and the example in texts. */
function withBaseUrl(text, file, baseUrl) {
	const example = /^(nodes|credentials|docs|scripts\/docs)\/|^README\.md$/;
	const isDefault = /^credentials\//.test(file) && /^const BASE_URL = '';$/m.test(text);
	const entered = isDefault
		? text.replace(/^const BASE_URL = '';$/m, `const BASE_URL = '${baseUrl}';`)
		: text;
	return example.test(file) ? entered.replaceAll('https://api.example.com', baseUrl) : entered;
}

/** Replaces all texts and names. Returns the text files that changed. */
function replaceAll(values) {
	const texts = Object.fromEntries(placeholders.map(({ option, text }) => [text, values[option]]));
	const replace = replacer(textOf('brand'), values.brand, texts);
	const baseUrl = values['base-url'];
	const change = (text, file) => {
		const adopted = settled(text, 'adopted', true);
		if (baseUrl === undefined) return settled(adopted, 'base URL', false);
		return withBaseUrl(settled(adopted, 'base URL', true), file, baseUrl);
	};
	for (const file of onlyForAdoption) rmSync(join(root, file), { force: true });
	const files = git(['ls-files', '-z']).split('\0');
	return files
		.filter((file) => file !== '' && existsSync(join(root, file)))
		.flatMap((file) => rewrite(file, replace, change) ?? []);
}

/** Removes a script from package.json. */
function removeScript(name) {
	const file = join(root, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	delete manifest.scripts[name];
	writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What no program can do. */
function leftToDo({ brand, repository, reviewers }) {
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

main(async () => {
	const values = valuesFrom(process.argv.slice(2));
	if (git(['status', '--porcelain'])) {
		throw new PlainError('Commit or stash your changes first, so that you can undo this.');
	}
	await setUp();
	const files = replaceAll(values);
	removeScript('adopt');
	// Lines have other lengths now, and so have the columns of generated tables.
	const tidy = [
		['--import', 'tsx', 'scripts/generate.ts'],
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
	leftToDo(values).forEach((step, index) => console.log(`  ${index + 1}. ${step}`));
});
