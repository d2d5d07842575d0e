/**
 * `npm run adopt -- --author … --email … --repository … --service …`: puts the owner's values in the place of the
 * placeholders in every file that git tracks, and empties placeholders.json, which blocks a release until then.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main, PlainError, root, runNode, setUp } from './setup.js';

const list = 'scripts/placeholders.json';
const placeholders = JSON.parse(readFileSync(join(root, list), 'utf8'));

/** What each option must look like. No value can end a string or a cell of a table. */
const forms = {
	repository: [/^[\w-]+\/[\w.-]+$/, 'the owner and name on GitHub, such as acme/n8n-nodes-acme'],
	name: [/^n8n-nodes-[a-z0-9-]+$/, 'a name without a scope that starts with n8n-nodes-'],
	author: [/^[^"\\|<>\p{Cc}]+$/u, 'a name without quotes and line breaks'],
	email: [/^[^\s"\\|<>@]+@[\w.-]+\.\w+$/, 'an email address'],
	reviewers: [/^@[\w-]+(\/[\w-]+)?$/, 'a GitHub user or team, such as @acme or @acme/nodes'],
	service: [/^https:\/\/[^\s"'\\|<>()]+$/, 'an https address'],
};

/** The owner's values by option. */
function valuesFrom(args) {
	const options = Object.fromEntries(Object.keys(forms).map((name) => [name, { type: 'string' }]));
	const { values } = parseArgs({ args, options });
	values.name ??= placeholders.find(({ option }) => option === 'name').text;
	values.reviewers ??= values.repository && `@${values.repository.split('/')[0]}`;
	const wrong = placeholders
		.filter(({ option }) => !forms[option][0].test(values[option] ?? ''))
		.map(({ option, meaning }) => `--${option}: ${meaning} (${forms[option][1]})`);
	if (wrong.length > 0) throw new PlainError(`Set these options:\n  ${wrong.join('\n  ')}`);
	return values;
}

/** Replaces the placeholders in all tracked files. Returns the files that changed. */
function replaceAll(values) {
	// One pass, longest first: one placeholder is part of another, and can be part of a value.
	const texts = placeholders.map(({ text }) => text).sort((a, b) => b.length - a.length);
	const pattern = new RegExp(texts.map((text) => text.replace(/[.]/g, '\\$&')).join('|'), 'g');
	const valueOf = Object.fromEntries(
		placeholders.map(({ option, text }) => [text, values[option]]),
	);
	const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	if (status !== 0)
		throw new PlainError('Could not list the files. Run this in a clone, with git.');
	return stdout.split('\0').filter((file) => {
		if (file === '' || file === list || !existsSync(join(root, file))) return false;
		const before = readFileSync(join(root, file), 'utf8');
		const after = before.replace(pattern, (text) => valueOf[text]);
		// A picture is not text, and must not be written as such.
		if (after === before || before.includes('\0')) return false;
		writeFileSync(join(root, file), after);
		return true;
	});
}

await main(async () => {
	if (placeholders.length === 0) throw new PlainError('This package has its owner already.');
	const values = valuesFrom(process.argv.slice(2));
	await setUp();
	const files = replaceAll(values);
	writeFileSync(join(root, list), '[]\n');
	const prettier = join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
	// Lines have other lengths now, and so have the columns of generated tables.
	const code =
		(await runNode(['--import', 'tsx', 'scripts/generate.ts'])) ||
		(await runNode([prettier, '--write', '--ignore-unknown', '--log-level=warn', ...files]));
	if (code === 0) console.log(`Changed ${files.length} files. Check them with "git diff".`);
	return code;
});
