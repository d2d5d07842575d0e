import { valueIfEmpty } from '../../../nodes/AgentSuite/parameters/empty';
import type { Field } from '../../../nodes/AgentSuite/model/field';

const text = { displayName: 'Text', name: 'text', type: 'string', default: 'preset' } as const;
const menu = { displayName: 'Menu', name: 'menu', type: 'multiOptions', default: ['a'] } as const;
const limit = { displayName: 'Limit', name: 'limit', type: 'number', default: 50 } as const;

/** Who leaves it empty: a person, an expression of a person, and a model. */
const saved = ['', '={{ $json.missing }}', "={{ $fromAI('value') }}"];
const refused = "'Limit' is empty";

test.each<[Parameters<typeof valueIfEmpty>[0], Field, unknown[]]>([
	['field', text, [undefined, undefined, undefined]],
	['field', menu, [['a'], "'Menu' is empty", ['a']]],
	['field', limit, [50, refused, 50]],
	['filter', text, ['', '', undefined]],
	['filter', menu, [undefined, [''], undefined]],
	['filter', limit, [undefined, refused, undefined]],
	['entry', text, ['', '', undefined]],
	['entry', menu, [undefined, undefined, undefined]],
	['entry', limit, [undefined, refused, undefined]],
])('an empty %s: %o', (place, field, expected) => {
	const outcomes = saved.map((expression) => {
		try {
			return valueIfEmpty(place, field, '', expression);
		} catch (error) {
			return (error as Error).message;
		}
	});
	expect(outcomes).toEqual(expected);
});

test('only an empty text clears a field', () => {
	for (const nothing of [null, undefined, []])
		expect(valueIfEmpty('entry', text, nothing, '')).toBeUndefined();
});

test('a required field is refused, whoever leaves it empty', () => {
	for (const expression of saved)
		expect(() => valueIfEmpty('field', { ...text, required: true }, '', expression)).toThrow(
			"'Text' is empty",
		);
});
