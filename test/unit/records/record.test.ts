import { copyOf, MAX_DEPTH, textOf } from '../../../nodes/AgentSuite/records/record';

/** Nested too deeply to be read to its end. */
const deep = (open: string, close: string): unknown =>
	JSON.parse(open.repeat(6000) + '1' + close.repeat(6000));
const nested = [
	['lists', deep('[', ']')],
	['objects', deep('{"a":', '}')],
] as const;

describe('a value as text', () => {
	test.each<[string, unknown, unknown]>([
		['keys in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
		['a key without a value', { a: 1, b: undefined, c: null }, { a: 1 }],
		['no value', null, undefined],
		['no value, and an empty text', null, ''],
	])('is the same: %s', (_what, one, other) => {
		expect(textOf(one)).toBe(textOf(other));
	});

	test.each<[string, unknown, unknown]>([
		['another key', { a: 1 }, { b: 1 }],
		['another value inside', [{ a: [1] }], [{ a: [2] }]],
		['another order of a list', [1, 2], [2, 1]],
	])('differs: %s', (_what, one, other) => {
		expect(textOf(one)).not.toBe(textOf(other));
	});

	test.each(nested)('of 6000 levels of %s is cut', (_what, value) => {
		expect(textOf(value)).toContain('…');
	});
});

describe('a copy', () => {
	test('shares nothing', () => {
		const value = { list: [{ a: 1 }], none: null, text: 'x' };
		const copy = copyOf(value);
		expect(copy).toEqual(value);
		copy.list[0].a = 2;
		copy.list.push({ a: 3 });
		expect(value).toEqual({ list: [{ a: 1 }], none: null, text: 'x' });
	});

	test.each(nested)('of 6000 levels of %s shares what is too deep', (_what, value) => {
		let [copy, original] = [copyOf(value), value];
		for (let depth = 0; depth < MAX_DEPTH; depth++) {
			expect(copy).not.toBe(original);
			[copy, original] = [copy, original].map(
				(each) => Object.values(each as object)[0] as unknown,
			);
		}
		expect(copy).toBe(original);
	});
});
