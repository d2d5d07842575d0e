import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AgentSuiteApi } from '../../../credentials/AgentSuiteApi.credentials';
import { AgentSuite } from '../../../nodes/AgentSuite/AgentSuite.node';
import nodeCodex from '../../../nodes/AgentSuite/AgentSuite.node.json';
import { AgentSuiteTrigger } from '../../../nodes/AgentSuite/AgentSuiteTrigger.node';
import triggerCodex from '../../../nodes/AgentSuite/AgentSuiteTrigger.node.json';
import { optionFields } from '../../../nodes/AgentSuite/parameters/describeNode';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { searchedWords } from '../../support/searchedWords';

const operations = Object.values(table);
const { description: node } = new AgentSuite();
const { description: trigger } = new AgentSuiteTrigger();

/** Every property, with those in collections, and every option of every menu. */
function everything(properties: INodeProperties[]): {
	fields: INodeProperties[];
	options: INodePropertyOptions[];
	lists: Array<{ owner: string; names: string[] }>;
} {
	const fields: INodeProperties[] = [];
	const options: INodePropertyOptions[] = [];
	const lists: Array<{ owner: string; names: string[] }> = [];
	const visit = (property: INodeProperties) => {
		fields.push(property);
		const inside = property.options ?? [];
		const named = inside.map((option) =>
			'displayName' in option ? option.displayName : option.name,
		);
		if (inside.length > 0) lists.push({ owner: property.displayName, names: named });
		for (const option of inside) {
			if ('type' in option) visit(option);
			else options.push(option as INodePropertyOptions);
		}
	};
	properties.forEach(visit);
	return { fields, options, lists };
}

describe('wording', () => {
	const { fields, options, lists } = everything([
		...node.properties,
		...trigger.properties,
		...new AgentSuiteApi().properties,
	]);
	const minor = /^(a|an|the|of|by|for|in|on|or|and|per|to)$/;
	const isTitle = (name: string) =>
		name.split(' ').every((word, at) => (at > 0 && minor.test(word)) || /^[(A-Z0-9]/.test(word));

	/** Without notices, whose name is their text. */
	const named = fields.filter(({ type }) => type !== 'notice');
	const notices = fields.filter(({ type }) => type === 'notice');

	test('names are in title case', () => {
		expect(isTitle('Get by SEO Job') && isTitle('Timeout (Seconds)')).toBe(true);
		expect(isTitle('Get many') || isTitle('get Many')).toBe(false);
		const names = [
			...named.map(({ displayName }) => displayName),
			...options.map(({ name }) => name),
		];
		expect(names.length).toBeGreaterThan(60);
		expect(names.filter((name) => !isTitle(name))).toEqual([]);
	});

	test('a description of one sentence has no period at its end, one of several has', () => {
		const descriptions = [...fields, ...options].map(({ description }) => description ?? '');
		const wrong = descriptions.filter((text) => {
			const sentences = text.split(/[.?!] (?=[A-Z])/).length;
			return text !== '' && text.endsWith('.') !== sentences > 1;
		});
		expect([...new Set(wrong)]).toEqual([]);
		expect(descriptions.filter((text) => text !== text.trim() || /^[a-z]/.test(text))).toEqual([]);
	});

	test('booleans say "Whether"', () => {
		const booleans = fields.filter(({ type }) => type === 'boolean');
		expect(booleans.length).toBeGreaterThan(10);
		expect(booleans.filter(({ description }) => !description?.startsWith('Whether '))).toEqual([]);
	});

	test('hints are short', () => {
		const hints = fields.flatMap(({ hint }) => hint ?? []);
		expect(hints.length).toBeGreaterThan(0);
		expect(hints.filter((hint) => hint.length >= 120)).toEqual([]);
		expect(hints.filter((hint) => !/^[A-Z].*[^.]$/.test(hint))).toEqual([]);
		// A notice can need two sentences.
		const long = notices.filter(({ displayName }) => displayName.length >= 125);
		expect(long.map(({ displayName }) => displayName)).toEqual([]);
	});

	test('texts are in sentence case: a capital inside is a name', () => {
		const names = new Set(
			[...named.map(({ displayName }) => displayName), ...options.map(({ name }) => name)]
				.concat(
					'SEO',
					'ID',
					'API',
					'UTC',
					'JSON',
					'URL',
					'WordPress',
					'WhatsApp',
					'AI',
					'Users',
					'Profile',
				)
				.flatMap((name) => name.split(' ')),
		);
		const capitals = (text: string) =>
			(text.match(/(?<![.?!:>] |^)\b[A-Z]\w*/gm) ?? []).filter((word) => !names.has(word));
		expect(capitals('Get The lead. Then stop')).toEqual(['The']);
		const texts = [
			...fields.flatMap(({ description, hint }) => [description ?? '', hint ?? '']),
			...notices.map(({ displayName }) => displayName),
			...options.flatMap(({ description, action }) => [description ?? '', action ?? '']),
		].filter(Boolean);
		expect(texts.length).toBeGreaterThan(80);
		expect(texts.filter((text) => capitals(text).length > 0)).toEqual([]);
	});

	test('no filler, no markup, no unknown words', () => {
		const texts = [...fields, ...options].flatMap((entry) => [
			entry.description ?? '',
			'displayName' in entry ? entry.displayName : entry.name,
			'hint' in entry ? (entry.hint ?? '') : '',
			'action' in entry ? (entry.action ?? '') : '',
		]);
		const bad =
			/\bplease\b|\bsimply\b|\bjust\b|e-mail|\b(Id|id|Url|url|Json)\b|[`<!]| {2}|\bpayload\b|\bendpoint\b/i;
		const allowed = (text: string) => text.replace(/\b(ID|URL|JSON)\b/g, 'name');
		expect(bad.test('Please look') && bad.test('the Url') && !bad.test(allowed('its ID'))).toBe(
			true,
		);
		expect(texts.filter((text) => bad.test(allowed(text)))).toEqual([]);
	});

	test('a text to be typed in has an example, a collection says what is added', () => {
		const typed = named.filter(
			({ type, name, typeOptions }) =>
				type === 'string' && !(name === 'accessToken' && typeOptions?.password === true),
		);
		expect(typed.length).toBeGreaterThan(12);
		const without = (all: INodeProperties[], start: RegExp) =>
			all.filter(({ placeholder }) => !start.test(placeholder ?? '')).map(({ name }) => name);
		expect(without(typed, /^e\.g\. \S/)).toEqual([]);
		const collections = named.filter(({ type }) => type === 'collection');
		expect(without(collections, /^Add [A-Z][a-z]+$/)).toEqual([]);
		for (const { modes = [] } of named) {
			for (const { type, placeholder } of modes) {
				expect(placeholder).toMatch(type === 'list' ? /^Select an? .*\.\.\.$/ : /^e\.g\. /);
			}
		}
	});

	test('an ID says where it comes from', () => {
		const ids = node.properties.filter(({ name }) => name.endsWith('Id'));
		const declared = operations.flatMap(({ fields: own }) => own).map(({ name }) => name);
		expect(ids.map(({ name }) => name).sort()).toEqual(
			declared.filter((name) => name.endsWith('Id')).sort(),
		);
		for (const { type, name, description } of ids) {
			const picked = type === 'resourceLocator';
			expect(description).toMatch(picked ? new RegExp(`\\bfield ${name}\\b`) : /dashboard/);
		}
	});

	test('a notice says what overwrites data, cannot be undone, or costs one request per ID', () => {
		for (const { method, notice, idempotent, fields: own, action } of operations) {
			const oneByOne = own.some(({ name }) => name.endsWith('Id'));
			expect({ action, notice: notice !== undefined }).toEqual({
				action,
				notice: method !== 'GET' || oneByOne,
			});
			if (method !== 'GET') expect(notice).toMatch(/replace|cannot be removed/);
			if (!idempotent) expect(notice).toMatch(/cannot be removed.*twice/);
		}
	});

	test('the fields of an operation are in the order a person fills them in', () => {
		for (const { fields: own } of operations) {
			const names = own.map(({ name }) => name);
			const rank = (name: string) => ['returnAll', 'limit', 'simplify', 'filters'].indexOf(name);
			const common = names.filter((name) => rank(name) >= 0);
			// What must be filled in first, then how much, then what kind.
			expect(names.slice(names.length - common.length)).toEqual(common);
			expect([...common].sort((a, b) => rank(a) - rank(b))).toEqual(common);
			const required = own.map(
				({ required: needed = false, type }) => needed || type === 'options',
			);
			expect([...required].sort((a, b) => Number(b) - Number(a))).toEqual(required);
		}
	});

	test('lists of five or more are sorted', () => {
		const sorted = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));
		const long = lists.filter(({ names }) => names.length >= 5);
		expect(long.length).toBeGreaterThan(3);
		for (const { owner, names } of long)
			expect({ owner, names }).toEqual({ owner, names: sorted(names) });
	});

	test('menus of resources and operations are sorted, however short', () => {
		const menus = node.properties.filter(({ name }) => name === 'resource' || name === 'operation');
		expect(menus).toHaveLength(1 + new Set(operations.map(({ resource }) => resource)).size);
		for (const { options: entries = [], default: value, noDataExpression } of menus) {
			const names = entries.map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
			expect(entries.map((entry) => 'value' in entry && entry.value)).toContain(value);
			// A new node starts with a list, if possible.
			if (entries.some((entry) => 'value' in entry && entry.value === 'getAll')) {
				expect(value).toBe('getAll');
			}
			expect(noDataExpression).toBe(true);
		}
	});

	test('getAll is called "Get Many", and actions explain themselves', () => {
		for (const { operation, name, action, tokens, description } of operations) {
			expect(name === 'Get Many').toBe(operation === 'getAll');
			// The node on the canvas, and expressions that refer to it, are named after the action.
			expect(action).toMatch(/^[A-Z][a-z]+( \w+)+$/);
			expect(action).not.toMatch(/\b(an?|the|tokens? per)\b/i);
			expect(action.length).toBeLessThanOrEqual(30);
			const price = tokens === 1 ? '(1 token)' : `(${tokens} tokens)`;
			const shown = options.find((option) => option.action === action);
			expect(shown?.description).toBe(`${description} ${price}`);
		}
		expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
	});

	test('n8n hides password fields', () => {
		const secret = fields.filter(({ displayName }) => /password|token$/i.test(displayName));
		expect(secret.map(({ name }) => name).sort()).toEqual(['accessToken', 'applicationPassword']);
		for (const { typeOptions } of secret) expect(typeOptions?.password).toBe(true);
	});

	test('menu values are ids, not labels', () => {
		expect(options.filter(({ value }) => !/^[a-z][A-Za-z-]*$/.test(String(value)))).toEqual([]);
	});
});

test('Reuse Reads is an option of reads only', () => {
	for (const operation of operations) {
		const names = optionFields(operation).map(({ name }) => name);
		expect(names.includes('reuseReads')).toBe(operation.method === 'GET');
	}
});

describe('in the list of nodes', () => {
	// The categories that n8n knows (n8n-workflow, codex).
	const known = ['Sales', 'Marketing & Content', 'Communication', 'Finance & Accounting'];

	test.each([
		['node', nodeCodex, [...searchedWords, 'whatsapp', 'seo', 'balance', 'snippet', 'article']],
		['trigger', triggerCodex, [...searchedWords, 'seo', 'balance', 'article']],
	])('the %s is found by what it is about', (_, { alias, categories }, words) => {
		expect(alias).toEqual(expect.arrayContaining(words));
		expect(new Set(alias).size).toBe(alias.length);
		expect(alias.filter((word) => word !== word.toLowerCase())).toEqual([]);
		expect(categories.filter((category) => !known.includes(category))).toEqual([]);
	});

	test('the subtitle says operation and resource, or the event', () => {
		const titles = (subtitle?: string) =>
			JSON.parse(/\{\{ \((\{.*\})\)\[/.exec(subtitle ?? '')?.[1] ?? '{}') as Record<string, string>;
		expect(titles(node.subtitle)).toMatchObject({
			'lead.getAll': 'Get Many: Lead',
			'article.getBySeoJob': 'Get by SEO Job: Article',
			'whatsApp.setFirstMessage': 'Set First Message: WhatsApp',
		});
		expect(Object.keys(titles(node.subtitle))).toHaveLength(operations.length);
		expect(titles(trigger.subtitle)).toMatchObject({ leadCreated: 'Lead Created' });
	});
});
