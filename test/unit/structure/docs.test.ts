import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import manifest from '../../../package.json';
import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import nodeCodex from '../../../nodes/AgentSuite/AgentSuite.node.json';
import triggerCodex from '../../../nodes/AgentSuite/AgentSuiteTrigger.node.json';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import { limitMessages, otherMessages } from '../../../scripts/docs/errors';
import { fieldLines } from '../../../scripts/docs/fields';
import { anchor } from '../../../scripts/docs/markdown';
import { tokensADay } from '../../support/defaults';
import { filesIn, root, scriptsIn, textOf, unknownScripts } from './source';

const properties = [AgentSuite, AgentSuiteTrigger].flatMap(
	(Node) => new Node().description.properties,
);

const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs')].filter((file) =>
	file.endsWith('.md'),
);
const written = pages.filter((file) => !/^docs\/(operations|events)\//.test(file));

/** Removes code, in which brackets and stars have other meanings. */
const prose = (text: string) => text.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '`code`');

function headings(text: string): string[] {
	const titles = [...text.replace(/```[^]*?```/g, '').matchAll(/^#+ (.+)$/gm)];
	return titles.map(([, title]) => anchor(title.replaceAll('`', '')));
}

/** The broken links of a page. */
function brokenLinks(file: string, text: string): string[] {
	const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
	return links.filter((link) => {
		if (/^[a-z]+:/.test(link)) return false;
		const [path, section] = link.split('#');
		const target = path === '' ? file : normalize(join(dirname(file), path));
		if (!existsSync(join(root, target))) return true;
		if (section === undefined) return false;
		return !headings(target === file ? text : textOf(target)).includes(section);
	});
}

/** Where messages come from: the nodes, n8n's own texts, and tests, which quote a message that code puts together. */
const messageSource = [
	...filesIn('nodes'),
	...filesIn('test').filter((file) => !file.endsWith('structure/docs.test.ts')),
	'node_modules/n8n-workflow/dist/cjs/errors/node-api.error.js',
]
	.filter((file) => /\.[jt]s$/.test(file))
	.map((file) => textOf(file).replaceAll("\\'", "'"))
	.join('\n');

/** The parts of messages in stars that no code contains. `…` stands for what differs, and a status is added by code. */
function unknownMessages(cells: string[]): string[] {
	const messages = cells.flatMap((cell) =>
		[...cell.matchAll(/\*([^*]+)\*/g)].map(([, text]) => text),
	);
	const parts = messages.flatMap((text) => text.replace(/ \(HTTP \d+\)/, '').split('…'));
	return parts.filter((part) => !messageSource.includes(part.trim()));
}

test('a default that a later version of the node changes is described for each', () => {
	const since = { '@version': [{ _cnd: { gte: 2 } }] };
	const rows = { displayName: 'Rows', name: 'rows', type: 'number' } as const;
	const versions = [
		{ ...rows, default: 10, displayOptions: { hide: since } },
		{ ...rows, default: 20, displayOptions: { show: since } },
	];
	expect(fieldLines(versions)).toEqual([
		'**Rows** (`rows`): number, default `10`. Not in version 2 or later of the node.',
		'**Rows** (`rows`): number, default `20`. Only in version 2 or later of the node.',
	]);
});

test('the messages on the page of errors are those of the nodes', () => {
	const cells = [...limitMessages, ...otherMessages].map(([message]) => message);
	expect(unknownMessages(cells)).toEqual([]);
	expect(unknownMessages(['*Request not sent … for a made-up reason*'])).toEqual([
		' for a made-up reason',
	]);
});

/** Folders that a path in a text can start at, beside that of the text. */
const bases = ['', 'nodes/AgentSuite', 'nodes/AgentSuite/resources'];

/** The paths and names in code of a text, such as `transport/send.ts`, that lead to no file, and patterns of Jest that find none. */
function unknownFiles(file: string, text: string): string[] {
	const code = [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].flatMap(([all]) => all.split(/[\s`]+/));
	const repository = /github\.com\/(.+?)(?:\.git)?$/.exec(manifest.repository.url)?.[1] ?? '';
	const own = code.map((word) => word.replace(`${repository}/`, ''));
	const paths = own.filter((word) =>
		/^[\w.-]+(\/[\w.-]+)+\.(ts|mjs|cjs|js|json|ya?ml|md)$/.test(word),
	);
	// Of a folder that the text names before.
	const names = own.filter((word) => /^[\w-][\w.-]*\.ts$/.test(word));
	const patterns = [...text.matchAll(/\bnpx jest (test\/[\w/.-]+)/g)].map(([, pattern]) => pattern);
	const tests = filesIn('test');
	const sources = ['nodes', 'credentials', 'sandbox', 'scripts'].flatMap(filesIn).concat(tests);
	return [
		...paths.filter(
			(path) => ![dirname(file), ...bases].some((base) => existsSync(join(root, base, path))),
		),
		...names.filter((name) => !sources.some((path) => path.endsWith(`/${name}`))),
		...patterns.filter((pattern) => !tests.some((path) => path.includes(pattern))),
	];
}

test.each([...pages, 'AGENTS.md', 'CHANGELOG.md', 'SECURITY.md'])(
	'%s names links, commands, and files that there are',
	(file) => {
		const text = textOf(file);
		expect(brokenLinks(file, text)).toEqual([]);
		// The changelog can name what is gone.
		if (file === 'CHANGELOG.md') return;
		expect(unknownScripts(scriptsIn(text))).toEqual([]);
		expect(unknownFiles(file, text)).toEqual([]);
	},
);

test('what reading the leads every hour costs is that of the tables', () => {
	const cost = tokensADay('leadCreated', 60);
	const named = pages.flatMap((page) => [
		...prose(textOf(page))
			.replace(/\s+/g, ' ')
			.matchAll(
				/every hour spends ([\d,]+) tokens a day|([\d,]+) tokens a day\**\s+\(([\d,]+) a month\) for reading the leads every hour/g,
			),
	]);
	expect(named.length).toBeGreaterThan(1);
	for (const [, inGuide, inReadme, aMonth] of named) {
		expect(inGuide ?? inReadme).toBe(cost.toLocaleString('en-US'));
		if (aMonth) expect(aMonth).toBe((30 * cost).toLocaleString('en-US'));
	}
});

/** The fields of the editor by their titles, those of collections with and without its name. */
const fieldsByTitle = new Map<string, INodeProperties>();
const collect = (fields: INodeProperties[], above = '') => {
	for (const field of fields) {
		fieldsByTitle.set(field.displayName, field).set(above + field.displayName, field);
		if (field.type === 'collection') {
			collect(field.options as INodeProperties[], `${field.displayName} > `);
		}
	}
};
collect([...properties, ...new AgentSuiteApi().properties]);

/** Unknown fields of collections in a text, such as *Options > Timeout*. */
function wrongTitles(text: string): string[] {
	const named = [
		...prose(text).matchAll(/\*{1,2}((?:Options|Filters|Update\s+Fields)\s+>\s+[^*]+)\*/g),
	];
	const found = named.map(([, title]) => title.replace(/\s+/g, ' '));
	return found.filter(
		(title) => !/^Options > Add [Oo]ption$/.test(title) && !fieldsByTitle.has(title),
	);
}

/** The defaults in a text, such as *Include Secrets* (off by default) or *Limit* (default 50), as field and value. */
function defaultsIn(text: string): Array<{ claim: string; title: string; value: string }> {
	const claims = prose(text).matchAll(
		/\*([^*]+)\*{1,2}\s+\((?:([^(),]+) by default|default ((?:[^(),]|,(?=\d{3}))+))[,)]/g,
	);
	return [...claims].map(([claim, title, before, after]) => ({
		claim,
		title: title.replace(/\s+/g, ' '),
		value: before ?? after,
	}));
}

function wrongDefaults(text: string): string[] {
	return defaultsIn(text).flatMap(({ claim, title, value }) => {
		const fallback = fieldsByTitle.get(title)?.default;
		const known = typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : String(fallback);
		return value.replaceAll(',', '') === known ? [] : [`${claim}: the default is ${known}`];
	});
}

test.each(written)('%s names options and defaults as the editor does', (file) => {
	expect(wrongTitles(textOf(file))).toEqual([]);
	expect(wrongDefaults(textOf(file))).toEqual([]);
});

test('what is wrong is found', () => {
	const links = '# One\n[a](#one) [b](#two) [c](../LICENSE) [d](gone.md) [e](../README.md#gone)';
	expect(brokenLinks('docs/cost.md', links)).toEqual(['#two', 'gone.md', '../README.md#gone']);
	const files =
		'`package.json` `transport/send.ts` `transport/gone.ts` `send.ts` `nowhere.ts` `npx jest test/engine/gone`';
	expect(unknownFiles('docs/cost.md', files)).toEqual([
		'transport/gone.ts',
		'nowhere.ts',
		'test/engine/gone',
	]);
	const options = '*Options > Max\nTokens* *Options > Most Tokens* *Filters > Status*';
	expect(wrongTitles(options)).toEqual(['Options > Most Tokens']);
	expect(written.flatMap((file) => defaultsIn(textOf(file))).length).toBeGreaterThan(0);
	const timeout = Number(fieldsByTitle.get('Timeout (Seconds)')?.default);
	const right = `*Options >\nInclude Secrets* (off by default), **Timeout (Seconds)** (default ${timeout}, at least 1)`;
	expect(defaultsIn(right)).toHaveLength(2);
	expect(wrongDefaults(right)).toEqual([]);
	const wrong = [`*Timeout (Seconds)* (${timeout + 1} by default)`, '*Nothing** (default on)'];
	expect(wrongDefaults(`${wrong[0]} *${wrong[1]}`)).toEqual([
		`${wrong[0]}: the default is ${timeout}`,
		`${wrong[1]}: the default is undefined`,
	]);
});

test('the README keeps the headings that the nodes and the credential link to', () => {
	const anchors = [nodeCodex, triggerCodex].flatMap(({ resources }) =>
		[...resources.credentialDocumentation, ...resources.primaryDocumentation].map(
			({ url }) => url.split('#')[1],
		),
	);
	expect(new Set(anchors)).toEqual(new Set(['credential', 'operations', 'trigger']));
	expect(headings(textOf('README.md'))).toEqual(expect.arrayContaining(anchors));
});
