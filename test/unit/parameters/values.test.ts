import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../../nodes/AgentSuite/model/field';
import {
	readEntries,
	readValue,
	type Readings,
} from '../../../nodes/AgentSuite/parameters/values/values';

const text = { displayName: 'Text', name: 'text', type: 'string', default: 'preset' } as const;
const menu = { displayName: 'Menu', name: 'menu', type: 'multiOptions', default: ['a'] } as const;
const limit = { displayName: 'Limit', name: 'limit', type: 'number', default: 50 } as const;

/** A nested field is one of a collection in Options. */
type Place = 'field' | 'filter' | 'update' | 'nested';

/** What is read of a field of its own, or of one in a collection: its value, or why it has none. */
function valueAs(place: Place, field: Field, value: unknown, saved: unknown): unknown {
	const { name } = field;
	const values = { value: { [name]: value }, saved: { [name]: saved } };
	if (place === 'update' || place === 'nested') {
		const inCollection = collection(place === 'update' ? 'updateFields' : 'more', field);
		const read = valueIn(readValue({ field: inCollection, ...values }));
		return Object.hasOwn(read as object, name) ? (read as IDataObject)[name] : 'none';
	}
	if (place === 'field') return valueIn(readValue({ field, value, saved }));
	return valueIn(readEntries({ field: collection('filters', field), ...values })[name]);
}

const collection = (name: string, field: Field): Field => ({
	displayName: 'All',
	name,
	type: 'collection',
	default: {},
	options: [field] as never,
});

const valueIn = (reading: Readings[string]): unknown =>
	reading?.kind === 'value' ? reading.value : reading?.kind;

/** Who leaves it empty: a person, an expression of a person, and a model. */
const saved = ['', '={{ $json.missing }}', "={{ $fromAI('value') }}"];
const refused = "'Limit' is empty";

test.each<[Place, Field, unknown[]]>([
	['field', text, ['none', 'none', 'none']],
	['field', menu, ['none', "'Menu' is empty", 'none']],
	['field', limit, ['none', refused, 'none']],
	['filter', text, ['matchesNothing', 'matchesNothing', 'none']],
	['filter', menu, ['none', 'matchesNothing', 'none']],
	['filter', limit, ['none', 'matchesNothing', 'none']],
	['update', text, ['', '', 'none']],
	['update', menu, ['none', "'Menu' is empty", 'none']],
	['update', limit, ['none', refused, 'none']],
	['nested', text, ['none', 'none', 'none']],
	['nested', menu, ['none', "'Menu' is empty", 'none']],
	['nested', limit, ['none', refused, 'none']],
])('an empty %s: %o', (use, field, expected) => {
	const outcomes = saved.map((expression) => {
		try {
			return valueAs(use, field, '', expression);
		} catch (error) {
			return (error as Error).message;
		}
	});
	expect(outcomes).toEqual(expected);
});

const several = { ...limit, name: 'several', typeOptions: { multipleValues: true }, default: [] };
const rows = {
	displayName: 'Rows',
	name: 'rows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	options: [
		{
			displayName: 'Settings',
			name: 'settings',
			values: ['key', 'value'].map((name) => ({ ...text, displayName: name, name })),
		},
	],
} as const satisfies Field;
const rowOf = (value: string) => ({ settings: [{ key: value, value }] });

/** Each is no empty value itself. */
const nothings: Array<[Field, unknown, (expression: string) => unknown]> = [
	[{ ...menu, options: [] }, ['', null], (expression) => (expression ? [expression] : [])],
	[several, [[]], (expression) => (expression ? [expression, []] : [[]])],
	[rows, rowOf(''), rowOf],
];

test.each(nothings)(
	'nothing in a %j is empty, whatever it is a list of',
	(field, nothing, savedAs) => {
		const refusedAs = `'${field.displayName}' is empty`;
		const outcomesOf = (place: Place, given: Field) =>
			saved.map((expression) => {
				try {
					return valueAs(place, given, nothing, savedAs(expression));
				} catch (error) {
					return (error as Error).message;
				}
			});
		for (const place of ['field', 'update', 'nested'] as const)
			expect(outcomesOf(place, field)).toEqual(['none', refusedAs, 'none']);
		expect(outcomesOf('filter', field)).toEqual(['none', 'matchesNothing', 'none']);
		expect(outcomesOf('field', { ...field, required: true })).toEqual(Array(3).fill(refusedAs));
	},
);

test('a menu that was saved with an empty entry was filled in, so as a filter it matches nothing', () => {
	const several: Field = { ...menu, type: 'multiOptions', default: [] };
	for (const nothing of ['', ' ']) {
		expect(valueAs('filter', several, [nothing], [nothing])).toBe('matchesNothing');
		expect(() => valueAs('field', several, [nothing], [nothing])).toThrow('is empty');
	}
	const saved = ["={{ $fromAI('s') }}"];
	expect(valueAs('filter', several, [''], saved)).toBe('none');
});

test('a date is its ISO text, unless it is no time', () => {
	const date = new Date('2026-03-01T09:30:00Z');
	for (const place of ['field', 'filter', 'update', 'nested'] as const)
		expect(valueAs(place, text, date, '={{ $json.date }}')).toBe('2026-03-01T09:30:00.000Z');
	expect(valueAs('filter', text, new Date('never'), '={{ $json.date }}')).toBe('matchesNothing');
});

test('so is a date of Luxon, such as $now', () => {
	const date = DateTime.fromISO('2026-03-01T09:30:00.000+02:00', { setZone: true });
	for (const place of ['field', 'filter', 'update', 'nested'] as const)
		expect(valueAs(place, text, date, '={{ $now }}')).toBe('2026-03-01T09:30:00.000+02:00');
	expect(valueAs('filter', text, DateTime.invalid('never'), '={{ $now }}')).toBe('matchesNothing');
});

test('true and false in any case, as for n8n itself', () => {
	const toggle = { displayName: 'Switch', name: 'switch', type: 'boolean', default: true } as const;
	const read = (value: unknown) => valueAs('field', toggle, value, '={{ $json.value }}');
	expect([true, 'true', 'TRUE', 'True', ' true\n'].map(read)).toEqual(Array(5).fill(true));
	expect([false, 'false', 'FALSE', 'False'].map(read)).toEqual([false, false, false, false]);
	for (const value of ['yes', 1, 0, ['true']])
		expect(() => read(value)).toThrow("'Switch' must be true or false");
});

test('a text has several choices between commas, semicolons, or bars, and a choice that is not listed can contain "&"', () => {
	const names = ['a', 'b', 'Won & Paid'];
	const listed = { ...menu, options: names.map((value) => ({ name: value, value })) };
	const choices = (given: unknown, expression: string) =>
		valueAs('filter', listed, given, expression);
	const [, ofPerson, ofModel] = saved;
	for (const expression of [ofPerson, ofModel]) {
		expect(choices('a & b', expression)).toEqual(['a', 'b']);
		expect(choices('a &', expression)).toEqual(['a']);
		expect(choices('a | b', expression)).toEqual(['a', 'b']);
		expect(choices('b, won & paid', expression)).toEqual(['b', 'Won & Paid']);
		expect(choices('a |', expression)).toEqual(['a']);
	}
	for (const nothing of [' | ', '&', ' & | '])
		expect(() => valueAs('field', listed, nothing, ofPerson)).toThrow("'Menu' is empty");
	for (const given of ['c &', '& c']) expect(choices(given, ofPerson)).toEqual(['c']);
	expect(choices(['a & b'], ofPerson)).toEqual(['a & b']);
	expect(choices(['x, y', ['"z";']], ofPerson)).toEqual(['x, y', '"z";']);
	for (const given of ['R&D', ['a | c']]) {
		expect(choices(given, ofPerson)).toEqual([given].flat());
		expect(() => choices(given, ofModel)).toThrow('has no such option');
	}
	for (const given of ['a | c', 'a & c']) expect(choices(given, ofPerson)).toEqual(['a', 'c']);
	expect(() => choices('a | c', ofModel)).toThrow(
		// A model reads it between marks.
		expect.objectContaining({ message: "'Menu' has no such option", detail: '"c"' }),
	);
});

test('only a filter keeps a choice that is not in the menu: nobody would learn of any other', () => {
	const listed = { ...menu, options: [{ name: 'A', value: 'a' }] };
	for (const place of ['field', 'update', 'nested'] as const)
		expect(() => valueAs(place, listed, ['a', 'c'], '={{ $json.choices }}')).toThrow(
			expect.objectContaining({ message: "'Menu' has no such option", detail: '"c"' }),
		);
	const byModel = "={{ $fromAI('choices') }}";
	for (const saved of [byModel, [byModel], [byModel, byModel]])
		expect(() => valueAs('filter', listed, ['a', 'c'], saved)).toThrow('has no such option');
	for (const saved of ['={{ $json.choices }}', ['={{ $json.choice }}', byModel], ['a', 'c']])
		expect(valueAs('filter', listed, ['a', 'c'], saved)).toEqual(['a', 'c']);
});

test('only an empty text clears a field', () => {
	for (const nothing of [null, undefined, []])
		expect(valueAs('update', text, nothing, '')).toBe('none');
});

test('a required field is refused, whoever leaves it empty', () => {
	for (const expression of saved)
		expect(() => valueAs('field', { ...text, required: true }, '', expression)).toThrow(
			"'Text' is empty",
		);
});
