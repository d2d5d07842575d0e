import fc from 'fast-check';

import * as table from '../../../nodes/AgentSuite/resources/operations';
import { balanceLow, leadStatusChanged } from '../../../nodes/AgentSuite/resources/events';
import type { Audience } from '../../../nodes/AgentSuite/model/audience';
import type { Field } from '../../../nodes/AgentSuite/model/field';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import { describeNode } from '../../../nodes/AgentSuite/description/describeNode';
import { readItem } from '../../../nodes/AgentSuite/parameters/readParameters';
import { readEvent } from '../../../nodes/AgentSuite/parameters/readTrigger';
import { readFields, type ParameterReader } from '../../../nodes/AgentSuite/parameters/reader';
import { fieldsOfOperation, runOptions } from '../../../nodes/AgentSuite/fields/operationFields';
import { modelFills, isFromModel } from '../../../nodes/AgentSuite/parameters/values/expressions';
import { Problem } from '../../../nodes/AgentSuite/model/problem';

/** An operation with one option of its own, beside those of all. */
const { seoPlatformGetAll: withSecrets } = table;

/** What one item of an operation asks for. */
const readItemOf = (reader: ParameterReader, operation: Operation, audience: Audience = 'person') =>
	readItem(reader, operation, audience);

/** The options of one item, of an operation. */
const readOptions = (reader: ParameterReader, audience: Audience = 'person') =>
	readItemOf(reader, withSecrets, audience).parameters.options;

/** The options of every operation, as they are if nobody adds them. */
const defaultOptions = (audience: Audience) =>
	Object.fromEntries(runOptions(audience).map((option) => [option.name, option.default]));

/** A node whose parameters have these values. Others get the fallback, as in n8n. */
const nodeWith = (values: Record<string, unknown>): ParameterReader => ({
	read: (name, fallback) => (name in values ? values[name] : fallback),
	saved: {},
	version: 1,
});

test('each option of an event has a value, but of an operation its own only if it is added', () => {
	const defaults = { recordsPerExecution: 'automatic', includeNewLeads: true };
	const optionsOf = (options: object) =>
		readEvent(nodeWith({ options }), leadStatusChanged).options;
	expect(optionsOf({})).toEqual(defaults);
	expect(optionsOf({ includeNewLeads: false })).toEqual({ ...defaults, includeNewLeads: false });
	expect(readItemOf(nodeWith({ snippetId: 's1' }), table.snippetUpdate).parameters.options).toEqual(
		defaultOptions('person'),
	);
});

test('a field with another default in a later version of the node', () => {
	const since = (gte: number) => ({ '@version': [{ _cnd: { gte } }] });
	const rows = { displayName: 'Rows', name: 'rows', type: 'number' } as const;
	const fields = [
		{ ...rows, default: 10, displayOptions: { hide: since(2) } },
		{ ...rows, default: 20, displayOptions: { show: since(2) } },
	] as const;
	const [earlier, later] = [1, 2].map((version) => ({ ...nodeWith({}), version }));
	expect(readFields(earlier, fields)).toEqual({ rows: 10 });
	expect(readFields(later, fields)).toEqual({ rows: 20 });
	const described = describeNode([{ ...table.leadGetAll, fields }], table.leadGetAll.resource);
	expect(described.filter(({ name }) => name === 'rows')).toHaveLength(2);
});

test('filters and options that are no object, or one expression, are refused, should n8n ever pass them on', () => {
	const read = (reader: ParameterReader) => readItemOf(reader, withSecrets);
	const label = { filters: 'Filters', options: 'Options' };
	for (const name of ['filters', 'options'] as const) {
		const refused = `'${label[name]}' must be an object`;
		for (const given of ['x', 5, ['x']])
			expect(() => read(nodeWith({ [name]: given }))).toThrow(refused);
		for (const given of [null, {}, { type: '' }])
			for (const expression of ['={{ $json.all }}', "={{ $fromAI('all') }}"]) {
				const saved = { [name]: expression };
				expect(() => read({ ...nodeWith({ [name]: given }), saved })).toThrow(refused);
			}
	}
	for (const nothing of [undefined, null, {}])
		expect(read(nodeWith({ filters: nothing })).filterValues).toEqual({});
});

const field = (changes: Partial<Field> & Pick<Field, 'type'>): Field => ({
	displayName: 'Some Field',
	name: 'some',
	default: '',
	...changes,
});

/** The result of reading one field with a value. */
const read = (changes: Parameters<typeof field>[0], value: unknown) =>
	readFields(nodeWith({ some: value }), [field(changes)]).some;

const pairs = {
	type: 'fixedCollection',
	options: [
		{
			displayName: 'Rows',
			name: 'rows',
			values: [field({ type: 'string', name: 'key' }), field({ type: 'string', name: 'value' })],
		},
	],
} as const;
const withEmptyRow = { ...pairs, default: { rows: [{ key: '', value: '' }] } } as const;
const rowsOf = (...rows: object[]) => ({ rows });

/** A menu of numbers. */
const minutes = {
	type: 'options',
	options: [{ name: 'Five', value: 5 }],
	allowArbitraryValues: true,
	typeOptions: { minValue: 0 },
} as const;

const numbers = { type: 'number', typeOptions: { minValue: 1, multipleValues: true } } as const;

const menu = [
	{ name: 'A', value: 'a' },
	{ name: 'B', value: 'b' },
];

test.each<[Parameters<typeof field>[0], unknown, unknown]>([
	[{ type: 'string' }, ' a ', 'a'],
	[{ type: 'string' }, 12, '12'],
	[{ type: 'string' }, 0, '0'],
	[{ type: 'string' }, Number.MAX_SAFE_INTEGER, '9007199254740991'],
	[{ type: 'string', typeOptions: { rows: 4 } }, false, 'false'],
	[{ type: 'string' }, ' ', undefined],
	[{ type: 'string' }, null, undefined],
	[{ type: 'string', typeOptions: { rows: 4 } }, ' a\n', ' a\n'],
	[{ type: 'string', typeOptions: { password: true } }, ' a ', ' a '],
	[{ type: 'resourceLocator' }, ' a ', 'a'],
	[{ type: 'resourceLocator' }, 12, '12'],
	[{ type: 'resourceLocator' }, '', undefined],
	[{ type: 'number', default: 5 }, '7', 7],
	[{ type: 'number', default: 5 }, null, 5],
	[{ type: 'number', default: 5 }, '', 5],
	[{ type: 'number', default: 5 }, 0, 0],
	[{ type: 'number', default: 5 }, '-7', -7],
	[{ type: 'number', default: 5, typeOptions: { minValue: 1 } }, 1, 1],
	[numbers, [1, '2'], [1, 2]],
	[numbers, 3, [3]],
	[{ type: 'boolean', default: true }, false, false],
	[{ type: 'boolean', default: true }, 'false', false],
	[{ type: 'boolean', default: true }, '', true],
	[{ type: 'options', options: menu, default: 'a' }, 'b', 'b'],
	[{ type: 'options', options: menu, default: 'a' }, null, 'a'],
	[{ type: 'multiOptions', options: menu, default: [] }, ['b', ' a ', null, ''], ['b', 'a']],
	[{ type: 'multiOptions', options: menu, default: [] }, 'a, b', ['a', 'b']],
	[{ type: 'multiOptions', options: menu, default: [] }, ['a', 'A', 'b', 'a'], ['a', 'b']],
	[{ type: 'options', options: [{ name: 'Two', value: 2 }], default: 2 }, ' 2', 2],
	[{ type: 'multiOptions', options: menu, default: [] }, '["B"]', ['b']],
	[{ type: 'multiOptions', options: menu, default: [] }, 'A; b', ['a', 'b']],
	[{ type: 'multiOptions', options: menu, default: [] }, "'A', 'b'", ['a', 'b']],
	[{ type: 'multiOptions', options: menu, default: [] }, '', []],
	[{ type: 'multiOptions', options: menu, default: [] }, ['', null], []],
	[{ type: 'multiOptions', options: [{ name: 'Not Sent', value: 'new' }] }, 'not_sent', ['new']],
	[{ type: 'multiOptions', options: [{ name: 'Größe', value: 'size' }] }, 'GROSSE', ['size']],
	[pairs, rowsOf({ key: ' a ', value: ' b ' }), { a: ' b ' }],
	[pairs, rowsOf({}, { key: 'a', value: { b: [1] } }), { a: { b: [1] } }],
	[pairs, rowsOf({ key: 'a', value: 1 }), { a: 1 }],
	[pairs, rowsOf({ key: '', value: ' ' }), {}],
	[withEmptyRow, withEmptyRow.default, {}],
	[withEmptyRow, {}, {}],
	[{ ...numbers, default: [] }, [[]], []],
	[minutes, 5, 5],
	[minutes, '30', 30],
	[minutes, 0, 0],
])('%j reads %j as %j', (changes, value, expected) => {
	expect(read(changes, value)).toEqual(expected);
});

test.each<[Parameters<typeof field>[0], unknown]>([
	[{ type: 'string' }, { a: 1 }],
	[{ type: 'string' }, ['a']],
	[{ type: 'string' }, true],
	[{ type: 'string' }, Number.MAX_SAFE_INTEGER + 1],
	[{ type: 'string' }, Number('12345678901234567890')],
	[{ type: 'string' }, Number('-12345678901234567890')],
	[{ type: 'string' }, NaN],
	[{ type: 'string', required: true }, {}],
	[{ type: 'string', required: true }, []],
	[{ type: 'resourceLocator' }, { mode: 'id' }],
	[{ type: 'resourceLocator', required: true }, null],
	[{ type: 'string', required: true }, ''],
	[{ type: 'string', required: true }, undefined],
	[{ type: 'number', default: 1 }, 'x'],
	[{ type: 'number', default: 1 }, NaN],
	[{ type: 'number', default: 1 }, 'Infinity'],
	[{ type: 'number', default: 1 }, true],
	[{ type: 'number', default: 1 }, [1]],
	[{ type: 'number', default: 1, typeOptions: { minValue: 1 } }, 0],
	[numbers, '1,500'],
	[numbers, '1, 2'],
	[numbers, [1, null]],
	[numbers, [1, 0]],
	[{ type: 'number', typeOptions: { multipleValues: true } }, [1, '']],
	[{ type: 'boolean', default: true }, 'yes'],
	[{ type: 'boolean', default: true }, 0],
	[{ type: 'boolean', default: true }, 1],
	[{ type: 'options', options: menu, default: 'a' }, 'A'],
	[{ type: 'options', options: menu, default: 'a' }, 'c'],
	[{ type: 'options', options: menu, default: 'a' }, true],
	[{ type: 'options', options: menu, default: 'a' }, ['a']],
	[{ type: 'options', options: menu, default: 'a' }, { toString: null }],
	[{ type: 'multiOptions', options: menu, default: [] }, { status: 'a' }],
	[{ type: 'multiOptions', options: menu, default: [] }, ['a', { status: 'b' }]],
	[{ ...pairs, required: true }, rowsOf({ key: '', value: '' })],
	[{ ...numbers, required: true }, [[]]],
	[pairs, '{'],
	[pairs, { rows: [{ key: 'a', value: 'b' }, 'c'] }],
	[pairs, { rows: [{ key: 'a', value: 'b' }, null] }],
	[pairs, rowsOf({ key: 'a', value: 'b' }, { Key: 'c', Value: 'd' })],
	[pairs, rowsOf({ key: 'a', value: 'b' }, { siteId: 'c' })],
	[pairs, { siteId: 'c' }],
	[minutes, -1],
	[minutes, 'often'],
	[{ type: 'collection', options: [] }, 'text'],
])('%j refuses %j and names the parameter', (changes, value) => {
	expect(() => read(changes, value)).toThrow(/'Some Field'/);
	expect(() => read(changes, value)).toThrow(Problem);
	// It can correct the value, and nothing else.
	const forModel = expect.not.stringMatching(/expression|fixed|\{\{|node/i) as string;
	expect(() => read(changes, value)).toThrow(expect.objectContaining({ forModel }));
});

test('a collection has only the fields it declares and that are set', () => {
	const options = [
		field({ type: 'string', name: 'email' }),
		field({ type: 'number', name: 'age' }),
	];
	const value = { email: ' a@b ', age: null, unknown: 1, constructor: 'x' };
	expect(read({ type: 'collection', default: {}, options }, value)).toEqual({ email: 'a@b' });
	expect(() => read({ type: 'collection', options }, { age: 'x' })).toThrow(/'Some Field'/);
	expect(read({ type: 'collection', default: {}, options }, undefined)).toEqual({});
});

test('a long value is shortened in the message', () => {
	const long = 'x'.repeat(1000);
	expect(() => read({ type: 'options', options: menu }, long)).toThrow(
		expect.objectContaining({ detail: `"${long.slice(0, 60)}…"` }),
	);
});

test('a number that is none is not called a number with lost digits', () => {
	expect(() => read({ type: 'string' }, -Infinity)).toThrow('but the value is -Infinity');
	expect(() => read({ type: 'string' }, 2 ** 60)).toThrow('has lost digits');
});

describe('values that count as absent: AI models and empty cells send them without meaning them', () => {
	const optional = Object.values(table).flatMap((operation) =>
		fieldsOfOperation(operation)
			.filter(({ required }) => !required)
			.flatMap((entry) => [
				{ title: `${operation.id} ${entry.name}`, entry },
				...((entry.type === 'collection' ? entry.options : []) as Field[]).map((inside) => ({
					title: `${operation.id} ${entry.name}.${inside.name}`,
					entry: inside,
				})),
			]),
	);
	const asked = (entry: Field, values: Record<string, unknown>) =>
		readFields(nodeWith(values), [{ ...entry, displayOptions: undefined }]);

	test.each(optional)('$title', ({ entry }) => {
		const leftOut = asked(entry, {});
		for (const nothing of [undefined, null, '', ' \n', [], {}]) {
			expect(asked(entry, { [entry.name]: nothing })).toEqual(leftOut);
		}
	});

	test('the options, one by one and together', () => {
		const leftOut = readOptions(nodeWith({}));
		for (const nothing of [undefined, null, '', ' ', [], {}]) {
			expect(readOptions(nodeWith({ options: nothing }))).toEqual(leftOut);
			const options = Object.fromEntries(Object.keys(leftOut).map((name) => [name, nothing]));
			expect(readOptions(nodeWith({ options }))).toEqual(leftOut);
		}
	});

	test('an expression that returns nothing is refused where the default could be the opposite', () => {
		const threshold = balanceLow.fields.find(({ name }) => name === 'threshold')!;
		const { fields: platformFields } = table.seoPlatformCreate;
		const platformType = platformFields.find(({ name }) => name === 'platformType')!;
		const fields = [...fieldsOfOperation(table.articleGetAll), threshold, platformType];
		for (const { name, displayName } of fields) {
			const values = { returnAll: false, [name]: null };
			const reader = { ...nodeWith(values), saved: { [name]: '={{ $json.missing }}' } };
			expect(() => readFields(reader, fields)).toThrow(`'${displayName}' is empty`);
			const byModel = { ...reader, saved: { [name]: "={{ $fromAI('value') }}" } };
			expect(() => readFields(byModel, fields)).not.toThrow();
		}
	});

	test('in a collection too', () => {
		const saved = { options: { maxTokens: '={{ $json.missing }}' } };
		const reader = { ...nodeWith({ options: { maxTokens: null } }), saved };
		expect(() => readOptions(reader)).toThrow("'Max Tokens' is empty");
	});

	test('several of them, which a model sends for a list', () => {
		const some = field({ type: 'multiOptions', options: menu, default: [] });
		for (const nothing of [[''], ['', null], ',']) {
			const byModel = { ...nodeWith({ some: nothing }), saved: { some: "={{ $fromAI('a') }}" } };
			expect(readFields(byModel, [some])).toEqual({ some: [] });
		}
	});
});

test.each([[{ a: 1 }], [true], [2 ** 60]])(
	'a key that is no text (%j) is named by its row',
	(key) => {
		const rows = rowsOf({ key: 'a', value: 'b' }, { key, value: 'c' });
		expect(() => read(pairs, rows)).toThrow("'Some Field in row 2' ");
	},
);

test.each(['{"apiKey": "secret', { settings: '{"apiKey": "secret' }])(
	'a text in place of rows of a key and a value is refused without the text',
	(given) => {
		const fields = table.seoPlatformCreate.fields.filter(({ name }) =>
			['platformType', 'config'].includes(name),
		);
		const read = () => readFields(nodeWith({ platformType: 'wix', config: given }), fields);
		expect(read).toThrow("'Config' must be rows of a key and a value");
		const line = expect.stringContaining('secret') as string;
		expect(read).not.toThrow(expect.objectContaining({ line }));
	},
);

test.each([
	["={{ $fromAI('email') }}", true],
	['={{$fromAI("email", "Email (of the lead)", "string")}}', true],
	["={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Email', ``, 'string') }}", true],
	["= {{ $fromai('email', 'It\\'s \\'x\\'', 'string', '') }}", true],
	["={{ $fromAI('limit', '', 'number', -1.5) }}", true],
	["={{ $fromAI('email').trim().toLowerCase() }}", true],
	["={{ $fromAI('email', '', 'string')?.trim() }}", true],
	["={{ $fromAI('tags', '', 'json', []) }}", true],
	["={{ /* Email\nof the lead */ $fromAI('email') }}", true],
	["={{ $fromAI('a') /* one */ || $json.b /* two */ }}", false],
	["={{ $fromAI('email') || $json.email }}", false],
	["={{ $fromAI('email', '', 'string', $json.email) }}", false],
	["={{ $fromAI('email', '', 'string', `${$json.email}`) }}", false],
	["={{ $json.email /* $fromAI('email') */ }}", false],
	['={{ "$fromAI(1)" && $json.email }}', false],
	["={{ $fromAI('a') }}{{ $json.b }}", false],
	["={{ $fromAI('a').replace('a', $json.b) }}", false],
	// A quote in it would begin a text that hides what follows.
	["={{ $fromAI('a').replace(/'/g, '') || $json.b.replace(/'/g, '') }}", false],
	["={{ $json.x ? $fromAI('a') : '' }}", false],
	['={{ $json.email }}', false],
	["{{ $fromAI('email') }}", false],
	['', false],
	[undefined, false],
	[['={{ $fromAI("a") }}', '={{ $fromAI("b") }}'], true],
	[['={{ $fromAI("a") }}', 'b'], false],
	[['={{ $fromAI("a") }}', '={{ $json.b }}'], false],
	[[], false],
])('%j is filled by the model alone: %j', (saved, expected) => {
	expect(isFromModel(saved)).toBe(expected);
});

test.each([
	[{ id: "={{ $fromAI('id') }}-{{ $json.end }}" }, true],
	[{ id: 'a', other: "={{ $fromAI('other') }}" }, false],
	[{ filters: { id: "={{ $fromAI('id') }}" } }, true],
	[{ filters: { id: '={{ $json.id }}', other: "={{ $fromAI('other') }}" } }, false],
	[{ filters: "={{ $fromAI('filters', '', 'json') }}" }, true],
	[{ config: { settings: [{ id: 'a' }, { id: "={{ $fromAI('id') }}" }] } }, true],
	[{ config: { settings: [{ id: 'a', value: "={{ $fromAI('value') }}" }] } }, false],
	[{ id: { __rl: true, mode: 'id', value: "={{ $fromAI('id') }}" } }, true],
	[{}, false],
])('%j: the model has filled id, or a part of it: %j', (saved, expected) => {
	expect(modelFills(saved, 'id')).toBe(expected);
});

test('options that are not set have their defaults, and only a tool has a limit of tokens', () => {
	const defaults = defaultOptions('model');
	expect(readOptions(nodeWith({}))).toEqual({ ...defaults, maxTokens: 0 });
	expect(readOptions(nodeWith({}), 'model')).toEqual(defaults);
});

test.each([
	['maxTokens', -1, 0, 'whole number'],
	['maxTokens', 2.5, 0, 'whole number'],
	['maxTokens', 'many', 0, 'whole number'],
	['maxWait', -1, 0, 'number'],
	['timeout', 'hourly', 1, 'number'],
])('the option %s of %j is refused, and %j is not', (name, wrong, least, what) => {
	const reading = (value: unknown) => () => readOptions(nodeWith({ options: { [name]: value } }));
	expect(reading(wrong)).toThrow(`must be a ${what} of ${least} or more`);
	expect(reading(least)()).toMatchObject({ [name]: least });
});

test('a variable of the service that was pasted into a filter is refused', () => {
	const filters = { name: 'undefined' };
	const pasted = { ...nodeWith({ filters }), saved: { filters: { name: '={{name}}' } } };
	expect(() => readItemOf(pasted, table.leadGetAll)).toThrow(
		expect.objectContaining({
			message: "'Name' contains a variable, which n8n replaces in an expression",
			detail: '"{{name}}"',
			// A model cannot change the expression, of which it can have filled a part.
			forModel: expect.stringMatching(/^Tell the user: To send/) as string,
		}),
	);
});

test('of a password, no part is quoted, and of any other text not all', () => {
	const fields = table.seoPlatformCreate.fields;
	const refusalOf = (name: string, saved: string) => {
		const field = fields.find((entry) => entry.name === name) as Field;
		const reader = { ...nodeWith({ [name]: 'undefined' }), saved: { [name]: saved } };
		try {
			readFields(reader, [{ ...field, displayOptions: undefined }]);
		} catch (error) {
			return { ...(error as Problem), line: (error as Problem).line };
		}
		return undefined;
	};
	expect(refusalOf('applicationPassword', '=ab{{hunter2}}')?.line).toContain('a variable');
	expect(JSON.stringify(refusalOf('applicationPassword', '=ab{{hunter2}}'))).not.toContain(
		'hunter2',
	);
	expect(refusalOf('name', `={{${'a'.repeat(500)}}}`)?.line.length).toBeLessThan(150);
});

test('a threshold is 1 or more', () => {
	const fields = [...balanceLow.fields, ...(balanceLow.options ?? [])];
	for (const [name, tooLow] of Object.entries({ threshold: 0, moreThresholds: [100, 0] })) {
		const [threshold] = fields.filter((entry) => entry.name === name);
		expect(() => readFields(nodeWith({ [name]: tooLow }), [threshold])).toThrow('1 or more');
	}
});

test('a fixed text can contain a variable of the service, and a sign of equality', () => {
	const some = 'a = {{name}}';
	const reader = { ...nodeWith({ some }), saved: { some } };
	expect(readFields(reader, [field({ type: 'string' })])).toEqual({ some });
});

test('a hidden field is not read, and not required', () => {
	const fields = [
		field({ type: 'options', name: 'kind', options: menu, default: 'a' }),
		field({
			type: 'string',
			name: 'other',
			required: true,
			displayOptions: { show: { kind: ['b'] } },
		}),
	];
	expect(readFields(nodeWith({ other: 'x' }), fields)).toEqual({ kind: 'a' });
	expect(() => readFields(nodeWith({ kind: 'b' }), fields)).toThrow('is empty');
	expect(readFields(nodeWith({ kind: 'b', other: 'x' }), fields)).toMatchObject({ other: 'x' });
});

const typeChecks: Partial<Record<Field['type'], (value: unknown) => boolean>> = {
	string: (value) => value === undefined || typeof value === 'string',
	number: (value) => Number.isFinite(value),
	boolean: (value) => typeof value === 'boolean',
	options: (value) => value === 'a' || value === 'b',
	multiOptions: (value) =>
		Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== ''),
	fixedCollection: (value) => typeof value === 'object' && !Array.isArray(value),
	collection: (value) => typeof value === 'object' && !Array.isArray(value),
};
const defaults: Partial<Record<Field['type'], Field['default']>> = {
	number: 1,
	boolean: false,
	options: 'a',
	multiOptions: [],
	collection: {},
	fixedCollection: {},
};

test.each(Object.entries(typeChecks))(
	'any value at all for a %s is of its type or refused with a Problem',
	(name, isOfType) => {
		const type = name as Field['type'];
		const ofType: Partial<Record<Field['type'], Field['options']>> = {
			fixedCollection: pairs.options,
			collection: [field({ type: 'number', name: 'A', default: 0 }), field({ type: 'string' })],
		};
		const options = ofType[type] ?? menu;
		const changes = { type, options, default: defaults[type] ?? '' };
		const row = fc.record({ key: fc.anything(), value: fc.anything() });
		const rows = fc.record({ rows: fc.array(row) });
		const entries = fc.record({ A: fc.anything(), some: fc.anything() }, { requiredKeys: [] });
		const anything = fc.oneof(fc.anything(), fc.json(), fc.jsonValue(), rows, entries);
		fc.assert(
			fc.property(anything, (value) => {
				let result: unknown;
				try {
					result = read(changes, value);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
					return;
				}
				expect(isOfType(result)).toBe(true);
			}),
		);
	},
);
