import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { formsOf, onlyForAdoption } from '../../scripts/adopt/brand';
import { attempt, cloneProject, run } from './commands';

/** The first command of a new owner, in a throw-away clone, and all tests after it. */

const owner = {
	brand: 'Acme Leads',
	author: "Acme & O'Neill Ltd",
	email: 'nodes@acme.test',
	repository: 'acme/n8n-nodes-acme-leads',
	reviewers: '@acme/nodes',
	service: 'https://acme.test',
	'api-docs': 'https://docs.acme.test/api',
	'base-url': 'https://api.acme.test/v1',
};

const { scratch, clone } = cloneProject();
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

const textOf = (file: string) => readFileSync(join(clone, file), 'utf8');
const filesWith = (pattern: string, ...paths: string[]) =>
	attempt(clone, `git grep --files-with-matches -iE '${pattern}' -- ${paths.join(' ')}`).said;
const adopt = (options: Record<string, string>) =>
	attempt(
		clone,
		`npm run adopt -- ${Object.entries(options)
			.map(([option, value]) => `--${option} "${value}"`)
			.join(' ')}`,
	);

test('without an owner, no release starts', () => {
	const { status, said } = attempt(clone, 'npm version 0.1.0 --allow-same-version');
	expect(status).not.toBe(0);
	expect(said).toContain('has no owner yet');
	expect(run(clone, 'git status --porcelain')).toBe('');
});

test.each<[what: string, wrong: Partial<typeof owner>, named: string[]]>([
	['quotes', { author: 'A \\"B\\"' }, ['author']],
	[
		'no owner of the repository, and no https',
		{ repository: 'acme', service: 'ftp://a' },
		['repository', 'service'],
	],
	['a brand that is no name of a class', { brand: '1st leads' }, ['brand']],
	['a team of somebody else', { reviewers: '@other/nodes' }, ['reviewers']],
	['nobody', { reviewers: '' }, ['reviewers']],
	['an address with a quotation mark', { 'base-url': "https://a'b" }, ['base-url']],
])('%s: the option is named, and nothing changes', (_, wrong, named) => {
	const { status, said } = adopt({ ...owner, ...wrong });
	expect(status).not.toBe(0);
	const found = [...said.matchAll(/^ {2}--([\w-]+): /gm)].map(([, option]) => option);
	expect(found.sort()).toEqual(named);
	expect(run(clone, 'git status --porcelain')).toBe('');
});

test('uncommitted work is not mixed with it', () => {
	run(clone, 'echo more >> README.md');
	expect(adopt(owner).said).toContain('Commit or stash your changes first');
	run(clone, 'git checkout --quiet README.md');
});

test('one command gives the package its brand and its owner, and says what is left', () => {
	const { status, said } = adopt(owner);
	expect({ status, said }).toMatchObject({ status: 0 });
	for (const left of [
		'icons/acmeLeads.svg',
		'PICTURES=1 npm run test:e2e -- pictures',
		'make @acme/nodes visible',
	]) {
		expect(said).toContain(left);
	}
	run(clone, 'git commit --quiet --all --message "chore: adopt"');
	expect(run(clone, 'git status --porcelain')).toBe('');
});

test('nothing is left of the old names, of example addresses, and of the command itself', () => {
	const { shown, pascal, camel, kebab, snake, constant } = formsOf('Agent Suite');
	expect(filesWith([shown, pascal, camel, kebab, snake, constant].join('|'))).toBe('');
	const names = run(clone, 'git ls-files');
	expect(names.split('\n').filter((file) => /agent[-_]?suite/i.test(file))).toEqual([]);
	for (const file of onlyForAdoption) expect(names).not.toContain(file);
	expect(filesWith('npm run adopt|scripts/adopt|<!-- (until|once) [^p]', '.')).toBe('');
	expect(filesWith('[/@][a-z-]+\\.example([^.a-z]|$)', '.', "':!test'")).toBe('');
	expect(
		filesWith('https://api\\.example\\.com', 'nodes', 'credentials', 'README.md', 'docs'),
	).toBe('');
});

test('the package says who owns it and where the service is', () => {
	const repository = `https://github.com/${owner.repository}`;
	expect(JSON.parse(textOf('package.json'))).toMatchObject({
		name: 'n8n-nodes-acme-leads',
		author: { name: owner.author, email: owner.email },
		repository: { url: `git+${repository}.git` },
		n8n: {
			credentials: ['dist/credentials/AcmeLeadsApi.credentials.js'],
			nodes: [
				'dist/nodes/AcmeLeads/AcmeLeads.node.js',
				'dist/nodes/AcmeLeads/AcmeLeadsTrigger.node.js',
			],
		},
	});
	expect(textOf('README.md')).toContain(`[Acme Leads](${owner.service})`);
	expect(textOf('README.md')).toContain(`**Base URL**, for example \`${owner['base-url']}\``);
	expect(textOf('.github/CODEOWNERS')).toContain(`* ${owner.reviewers}\n`);
	const credential = textOf('credentials/AcmeLeadsApi.credentials.ts');
	expect(credential).toContain(`documentationUrl = '${repository}#credential'`);
	expect(textOf('nodes/AcmeLeads/transport/credential/fields.ts')).toContain(
		`default: '${owner['base-url']}',`,
	);
});

test('formatting, lint, types, generated files, scan, and all tests pass', () => {
	run(clone, 'npm test');
	expect(run(clone, 'git status --porcelain')).toBe('');
});
