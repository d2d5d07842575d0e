import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import * as eventTable from '../../../nodes/AgentSuite/events';
import * as operationTable from '../../../nodes/AgentSuite/operations';
import { anchor } from '../../../scripts/docs/markdown';
import { filesIn, root, textOf } from './source';

const operations = Object.values(operationTable);
const events = Object.values(eventTable);
const properties = [AgentSuite, AgentSuiteTrigger].flatMap(
	(Node) => new Node().description.properties,
);

const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs')].filter((file) =>
	file.endsWith('.md'),
);
const written = pages.filter((file) => !/^docs\/(operations|events)\//.test(file));

/** Without code, in which brackets and stars mean something else. */
const prose = (text: string) => text.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '`code`');

function headings(text: string): string[] {
	const titles = [...text.replace(/```[^]*?```/g, '').matchAll(/^#+ (.+)$/gm)];
	return titles.map(([, title]) => anchor(title.replaceAll('`', '')));
}

/** The links of a page that lead nowhere. */
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

test('there is one page for each resource and event, and none that is left over', () => {
	const resources = [
		...new Set(operations.map(({ resource }) => `docs/operations/${resource}.md`)),
	];
	expect(filesIn('docs/operations')).toEqual(resources.sort());
	expect(filesIn('docs/events')).toEqual(
		events.map(({ event }) => `docs/events/${event}.md`).sort(),
	);
});

test.each(pages)('every link of %s leads somewhere', (file) => {
	expect(brokenLinks(file, textOf(file))).toEqual([]);
});

test('a link that leads nowhere is found', () => {
	const text = '# One\n[a](#one) [b](#two) [c](../LICENSE) [d](gone.md) [e](../README.md#gone)';
	expect(brokenLinks('docs/README.md', text)).toEqual(['#two', 'gone.md', '../README.md#gone']);
});

/** Titles of all fields of the nodes and the credential, those of collections as "Options > Timeout". */
function titles(fields: INodeProperties[], above = ''): string[] {
	return fields.flatMap((field) => {
		const inner = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		const title = above + field.displayName;
		return [title, ...titles(inner, `${title} > `)];
	});
}

const known = titles([...properties, ...new AgentSuiteApi().properties]);

/** Fields of collections that a text names, such as *Options > Timeout*, which there are not. */
function wrongTitles(text: string): string[] {
	const named = [...prose(text).matchAll(/\*((?:Options|Filters|Update\s+Fields)\s+>\s+[^*]+)\*/g)];
	const found = named.map(([, title]) => title.replace(/\s+/g, ' '));
	return found.filter((title) => title !== 'Options > Add Option' && !known.includes(title));
}

test.each(written)('%s names options as the editor does', (file) => {
	expect(wrongTitles(textOf(file))).toEqual([]);
});

test('a wrong name of an option is found', () => {
	expect(wrongTitles('*Options > Max\nTokens* *Options > Most Tokens* *Filters > Status*')).toEqual(
		['Options > Most Tokens'],
	);
});

describe.each(operations)('the page of $resource: $operation', (operation) => {
	const { resource, name, method, path, tokens } = operation;
	const page = textOf(`docs/operations/${resource}.md`);
	const [, section = ''] = new RegExp(`^## ${name}$([^]*?)(?=^## )`, 'm').exec(page) ?? [];

	test('says what it asks and costs', () => {
		expect(section).toContain(`\`${method} ${path}\``);
		expect(section).toContain(`Cost: ${tokens} token`);
		expect(section).toMatch(method === 'GET' ? /nothing is changed/ : /Overwrites|Adds a record/);
	});

	test('has every field and option of the editor', () => {
		const own = properties.filter(({ displayOptions }) => {
			const { resource: resources, operation: names } = displayOptions?.show ?? {};
			return resources?.includes(resource) && names?.includes(operation.operation);
		});
		expect(own.length).toBeGreaterThan(0);
		const shown = own.filter(({ type }) => type !== 'notice');
		for (const { type, displayName } of own) {
			if (type === 'notice') expect(section).toContain(displayName);
		}
		const listed = titles(shown).filter(
			(title) => !['Filters', 'Options', 'Update Fields'].includes(title),
		);
		for (const title of listed) expect(page).toContain(`| ${title.replace('Options > ', '')} |`);
	});

	test('shows what comes out, without secrets', () => {
		const [, sample] = /```json\n([^]*?)```/.exec(section) ?? [];
		const output = JSON.parse(sample) as Record<string, unknown>;
		for (const secret of operation.secrets ?? []) {
			expect(output).not.toHaveProperty(secret);
			expect(section).toContain(`\`${secret}\``);
		}
		expect(Object.keys(output).length).toBeGreaterThan(1);
	});

	test('says which failures are sent again', () => {
		const again = (status: string) =>
			new RegExp(`^\\| ${status} \\|.*\\| ([^|]+) \\|$`, 'm').exec(section)?.[1];
		expect(again('429')).toMatch(/^Yes/);
		expect(again('500')).toBe('No');
		expect(again('502, 503, 504')).toMatch(operation.idempotent ? /^Yes/ : /^No: it may have been/);
	});
});

test.each(events)('the page of $event says what a day of polling costs', ({ event, operation }) => {
	const page = textOf(`docs/events/${event}.md`);
	const daily = (60 * 24 * operation.tokens).toLocaleString('en-US');
	expect(page).toContain(`| Every minute | 1,440 | ${daily} |`);
	expect(page).toContain(`| Every hour | 24 | ${24 * operation.tokens} |`);
});
