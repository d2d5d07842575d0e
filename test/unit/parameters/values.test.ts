import type { Field } from '../../../nodes/AgentSuite/model/field';
import { entriesOf, toValue } from '../../../nodes/AgentSuite/parameters/values/values';

const text = { displayName: 'Text', name: 'text', type: 'string', default: 'preset' } as const;
const menu = { displayName: 'Menu', name: 'menu', type: 'multiOptions', default: ['a'] } as const;
const limit = { displayName: 'Limit', name: 'limit', type: 'number', default: 50 } as const;

type Use = 'field' | 'filter' | 'entry';

/** The value of a field of its own, or of one in a collection. */
function valueAs(use: Use, field: Field, value: unknown, saved: unknown): unknown {
	if (use === 'field') return toValue({ field, value, saved, use });
	const collection = {
		displayName: 'All',
		name: 'all',
		type: 'collection',
		default: {},
		options: [field],
	} as const;
	const { name } = field;
	const given = { field: collection, value: { [name]: value }, saved: { [name]: saved }, use };
	return entriesOf(given)[name];
}

/** Who leaves it empty: a person, an expression of a person, and a model. */
const saved = ['', '={{ $json.missing }}', "={{ $fromAI('value') }}"];
const refused = "'Limit' is empty";

test.each<[Use, Field, unknown[]]>([
	['field', text, [undefined, undefined, undefined]],
	['field', menu, [['a'], "'Menu' is empty", ['a']]],
	['field', limit, [50, refused, 50]],
	['filter', text, [null, null, undefined]],
	['filter', menu, [undefined, null, undefined]],
	['filter', limit, [undefined, null, undefined]],
	['entry', text, ['', '', undefined]],
	['entry', menu, [undefined, "'Menu' is empty", undefined]],
	['entry', limit, [undefined, refused, undefined]],
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

test('a date is its ISO text, unless it is no time', () => {
	const date = new Date('2026-03-01T09:30:00Z');
	for (const use of ['field', 'filter', 'entry'] as const)
		expect(valueAs(use, text, date, '={{ $json.date }}')).toBe('2026-03-01T09:30:00.000Z');
	expect(valueAs('filter', text, new Date('never'), '={{ $json.date }}')).toBeNull();
});

test('true and false in any case, as for n8n itself', () => {
	const toggle = { displayName: 'Switch', name: 'switch', type: 'boolean', default: true } as const;
	const read = (value: unknown) => valueAs('field', toggle, value, '={{ $json.value }}');
	expect([true, 'true', 'TRUE', 'True', ' true\n'].map(read)).toEqual(Array(5).fill(true));
	expect([false, 'false', 'FALSE', 'False'].map(read)).toEqual([false, false, false, false]);
	for (const value of ['yes', 1, 0, ['true']])
		expect(() => read(value)).toThrow("'Switch' must be true or false");
});

test('choices of a person can contain what separates those of a model', () => {
	const names = ['a', 'b', 'Won & Paid'];
	const listed = { ...menu, options: names.map((value) => ({ name: value, value })) };
	for (const expression of ['={{ $json.status }}', "={{ $fromAI('value') }}"]) {
		const choices = (given: unknown) => valueAs('field', listed, given, expression);
		expect(choices('a | b')).toEqual(['a', 'b']);
		expect(choices('b, won & paid')).toEqual(['b', 'Won & Paid']);
		expect(choices('a |')).toEqual(['a']);
		expect(() => choices('a | c')).toThrow(
			expect.objectContaining({
				message: `'Menu' has a text that can be one choice or several: "a | c"`,
				// A model reads it between marks.
				detail: '"a | c"',
			}),
		);
	}
	expect(() => valueAs('field', listed, ' | ', '={{ $json.status }}')).toThrow("'Menu' is empty");
	for (const given of ['R&D', ['a | c']])
		expect(valueAs('field', listed, given, '={{ $json.status }}')).toEqual([given].flat());
	for (const given of ['R&D', ['a', '&']])
		expect(() => valueAs('field', listed, given, "={{ $fromAI('value') }}")).toThrow(
			'has no such option',
		);
});

test('only an empty text clears a field', () => {
	for (const nothing of [null, undefined, []])
		expect(valueAs('entry', text, nothing, '')).toBeUndefined();
});

test('a required field is refused, whoever leaves it empty', () => {
	for (const expression of saved)
		expect(() => valueAs('field', { ...text, required: true }, '', expression)).toThrow(
			"'Text' is empty",
		);
});
