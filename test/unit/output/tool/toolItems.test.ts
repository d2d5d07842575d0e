import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../nodes/AgentSuite/model/operation';
import * as table from '../../../../nodes/AgentSuite/resources/operations';
import * as tool from '../../../../nodes/AgentSuite/output/tool/fitted';
import { TOOL_CAP, toolItems } from '../../../../nodes/AgentSuite/output/tool/toolItems';

const operations = Object.values(table);
const { leadGetAll } = table;
const sizeOf = (items: unknown) => Buffer.byteLength(JSON.stringify(items));

/** Not simplified. */
const fitted = (records: IDataObject[], bytes: number) => {
	const { shown, isCut } = tool.fitted(records, bytes, false);
	return { items: shown, isCut };
};

const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 50 }),
	fc.string({ unit: 'grapheme', maxLength: 30 }).map((part) => part.repeat(200)),
	fc.integer({ min: 0, max: 9000 }).map((length) => '🙂'.repeat(length)),
);
const item: fc.Arbitrary<IDataObject> = fc.dictionary(
	fc.string({ maxLength: 10 }).filter((name) => !/^\d+$/.test(name)),
	fc.oneof(
		text,
		fc.integer(),
		fc.constant(null),
		fc.array(text, { maxLength: 3 }),
		fc.record({ text }),
	),
	{ maxKeys: 6 },
);
const items = fc.array(item, { maxLength: 80 });

/** Whether it is the original, possibly with cut texts. */
function isShorter(shown: unknown, original: unknown): boolean {
	if (typeof original === 'string' && shown !== original) {
		const [, start, cut] = /^([^]*)… \[(\d+) more characters\]$/.exec(String(shown)) ?? [];
		if (start === undefined || !original.startsWith(start)) return false;
		return Number(cut) > 0 && start.length + Number(cut) === original.length;
	}
	if (typeof original !== 'object' || original === null) return shown === original;
	const names = Object.keys(original);
	return (
		JSON.stringify(Object.keys(shown as object)) === JSON.stringify(names) &&
		names.every((name) => isShorter((shown as IDataObject)[name], (original as IDataObject)[name]))
	);
}

/** The output of a tool that has found these records. */
const shownOf = (
	found: IDataObject[],
	operation: Operation,
	{
		limit,
		isSimplified = false,
		warnings = [],
	}: { limit?: number; isSimplified?: boolean; warnings?: string[] } = {},
) =>
	toolItems(found.slice(0, limit), operation, {
		found: found.length,
		isSimplified,
		warnings,
	});

/** The records without their marks, and the note before them. */
function read(shown: IDataObject[]) {
	const [{ note }, ...marked] = shown;
	const marks = new Set(marked.flatMap((one) => [one.recordBegins, one.recordEnds]));
	const records = marked.map(({ record }) => record as IDataObject);
	return { note: String(note), records, marks: [...marks] };
}

test('any items: the first ones that fit, between marks, after a note with all numbers', () => {
	const limits = fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 90 }));
	const anyCase = fc.record({
		list: items,
		operation: fc.constantFrom(...operations),
		limits,
	});
	fc.assert(
		fc.property(anyCase, ({ list, operation, limits: limit }) => {
			const shown = shownOf(list, operation, { limit });
			expect(sizeOf(shown)).toBeLessThanOrEqual(TOOL_CAP.bytes + 2);
			if (list.length === 0) return expect(shown).toHaveLength(1);
			const { note, records, marks } = read(shown);
			expect(records.length).toBeLessThanOrEqual(Math.min(TOOL_CAP.items, limit ?? Infinity));
			expect(records.every((entry, index) => isShorter(entry, list[index]))).toBe(true);
			const gone = list.length - records.length;
			expect(note).toContain(`Shows ${records.length} of ${list.length} record`);
			expect(note.includes(`${gone} ${gone === 1 ? 'is' : 'are'} left out`)).toBe(gone > 0);
			const isWhole = records.every((entry) => !/more characters\]/.test(JSON.stringify(entry)));
			expect(note.includes('Some texts are cut.')).toBe(!isWhole);
			expect(note.includes('this is the full result')).toBe(gone === 0 && isWhole);
			if (records.length > 0) expect(marks).toHaveLength(1);
			if (records.length > 0) expect(note).toContain(`the mark ${String(marks[0])}`);
		}),
		{ numRuns: 300 },
	);
});

test('texts are only cut if not all records fit, and not too short', () => {
	const articleOf = (length: number) => ({ text: 'a'.repeat(length) });
	expect(fitted([articleOf(19_000)], TOOL_CAP.bytes)).toEqual({
		items: [articleOf(19_000)],
		isCut: false,
	});
	// Each text gets its share.
	expect(
		fitted(
			Array.from({ length: 10 }, () => articleOf(9000)),
			20_000,
		),
	).toMatchObject({ items: { length: 10 }, isCut: true });
	const { items: many } = fitted(
		Array.from({ length: 50 }, () => articleOf(9000)),
		10_000,
	);
	expect(many[0].text).toBe(`${'a'.repeat(200)}… [8800 more characters]`);
	expect(many.length).toBeLessThan(50);
});

test('what fits exactly is shown, and counts the commas of the list', () => {
	const items = [{ a: 1 }, { a: 2 }];
	const size = sizeOf(items) - '[]'.length;
	expect(fitted(items, size + 1).items).toEqual(items);
	expect(fitted(items, size - 1).items).toEqual([items[0]]);
});

test('a record that is too large by itself takes no room from the others', () => {
	const numbers = Array.from({ length: 9000 }, (_, index) => index);
	const article = { text: 'a'.repeat(15_000) };
	const { items } = fitted([{ numbers }, article, article], 20_000);
	expect(items.map(({ text }) => String(text).length > 7000)).toEqual([true, true]);
});

test('texts are as long as the number of records that fit allows', () => {
	const numbers = Array.from({ length: 300 }, (_, index) => index);
	// One of them has no room, however short the text is.
	const { items } = fitted([{ numbers }, { text: 'a'.repeat(600) }, { numbers }], 2000);
	expect(items).toEqual([{ numbers }, { text: 'a'.repeat(600) }]);
});

test('an empty result says whether the list is empty, or what let nothing through', () => {
	expect(shownOf([], leadGetAll)).toEqual([{ note: 'Nothing was found. The list is empty.' }]);
	const warning = 'None of 12 records matches the Email filter';
	const note = 'Nothing was found. None of 12 records matches the Email filter.';
	expect(shownOf([], leadGetAll, { warnings: [warning] })).toEqual([{ note }]);
});

test('records that could not be read are named, and the result is not called full', () => {
	const skipped = 'Skipped 1 record that cannot be read';
	const { note } = read(shownOf([{ a: 1 }], leadGetAll, { warnings: [skipped] }));
	expect(note).toContain(`Shows 1 of 1 record. ${skipped}. Each record`);
	expect(note).not.toContain('full result');
});

test('in a brief output, a long text is left out although there is room', () => {
	const { note, records } = read(
		shownOf(
			[{ title: 'Short', link: 'https://a.example/'.padEnd(900, 'b'), content: 'a'.repeat(9000) }],
			table.articleGetAll,
			{ isSimplified: true },
		),
	);
	const content = '… [9000 more characters]';
	expect(records).toEqual([
		{ title: 'Short', link: 'https://a.example/'.padEnd(900, 'b'), content },
	]);
	expect(note).toContain(
		'Shows 1 of 1 record. Some texts are cut. Simplify leaves out long texts.',
	);
});

test('Simplify is named as what cuts if it is on and something is cut', () => {
	const records = Array.from({ length: 30 }, () => ({ title: 'a'.repeat(900) }));
	const noteOf = (found: IDataObject[], isSimplified: boolean) =>
		read(shownOf(found, table.articleGetAll, { isSimplified })).note;
	expect(noteOf(records, true)).toContain(
		'Shows 30 of 30 records. Some texts are cut. Simplify leaves out long texts. Each record',
	);
	expect(noteOf(records, false)).toContain('Some texts are cut. Each record');
	expect(noteOf(records.slice(0, 1), true)).toContain('so this is the full result');
});

test('the marks of two results differ, so that no record can contain them', () => {
	const marks = [1, 2].flatMap(() => read(shownOf([{ a: 1 }], leadGetAll)).marks);
	expect(new Set(marks).size).toBe(2);
	expect(marks[0]).toMatch(/^[0-9a-f]{8}$/);
});

test('a record is as it is between its marks, whatever the names of its fields', () => {
	const hostile = { recordBegins: 'x', b: 1, 7: 'x', recordEnds: 'y' };
	const [, marked] = shownOf([hostile], leadGetAll);
	expect(Object.keys(marked)).toEqual(['recordBegins', 'record', 'recordEnds']);
	expect(marked.recordBegins).toMatch(/^[0-9a-f]{8}$/);
	expect(marked.recordEnds).toBe(marked.recordBegins);
	expect(marked.record).toEqual(hostile);
});

test('records that are too large for a tool are named, with how to get them', () => {
	const large = { numbers: Array.from({ length: 9000 }, (_none, index) => index) };
	const noteOf = (found: IDataObject[], operation: Operation = leadGetAll, limit?: number) =>
		read(shownOf(found, operation, { limit })).note;
	const note = (names: string) =>
		`Too large for a tool: ${names}. Tell the user: Without an AI model, the node returns all records.`;
	expect(noteOf([{ a: 1 }, large, { a: 2 }])).toMatch(
		new RegExp(`^Shows 2 of 3 records\\. 1 is left out, .*\\. ${note('record 2')} Each record is`),
	);
	expect(noteOf([{ a: 1 }, large, { a: 2 }], leadGetAll, 2)).toContain(
		`${note('record 2')} Ask again with filters or a higher Limit`,
	);
	expect(noteOf([large, large])).toMatch(new RegExp(`${note('records 1 and 2')}$`));
	// Without an AI model, it would be written again.
	expect(noteOf([large], table.snippetUpdate)).toMatch(
		/^Shows 0 of 1 record\. 1 is left out, .* do not call the tool again for the rest\.$/,
	);
});

test('the longest note has room beside records that fill theirs', () => {
	const large = { numbers: Array(9600).fill(1) };
	const others = Array<IDataObject>(TOOL_CAP.items - 1).fill(large);
	const output = {
		found: 100_000,
		isSimplified: true,
		warnings: ['Skipped 100000 records that cannot be read'],
	};
	const sizes = Array.from({ length: 80 }, (_none, length) => {
		const full = { numbers: Array(9420).fill(1), text: 'a'.repeat(length), long: 'b'.repeat(9000) };
		const shown = toolItems([...others, full], leadGetAll, output);
		return shown.length > 1 ? sizeOf(shown) : 0;
	});
	// The next longer record has no room.
	expect(sizes.at(-1)).toBe(0);
	const longest = Math.max(...sizes);
	expect(longest).toBeGreaterThan(TOOL_CAP.bytes - 1000);
	expect(longest).toBeLessThanOrEqual(TOOL_CAP.bytes);
});

test('no character is cut in two', () => {
	for (const before of [0, 1, 2]) {
		const text = `${'a'.repeat(before)}${'🙂'.repeat(9000)}`;
		const [kept] = fitted([{ text }], TOOL_CAP.bytes).items;
		expect(String(kept.text)).not.toMatch(/\p{Surrogate}/u);
		expect(isShorter(kept.text, text)).toBe(true);
	}
});

test('no URL is cut in two, because its half would look whole', () => {
	const rest = `${'b '.repeat(500)}`;
	for (const [before, url, after] of [
		['See ', 'https://blog.example.com/answer-leads-faster', ' '],
		['[It](', 'HTTP://blog.example.com/answer-leads-faster', ' '],
		['<a href="', 'www.example.com/answer-leads-faster', '">'],
	])
		for (let length = 150; length < 200; length++) {
			const start = before.padStart(length);
			const [{ text }] = fitted([{ text: `${start}${url}${after}${rest}` }], 300).items;
			expect(String(text).split('… [')[0].slice(start.length)).toMatch(
				new RegExp(`^(?:${url}(?:$|${after.slice(0, 1)}))?(?!.*:)`),
			);
		}
	const marks = [
		...",;)]}|!'*",
		'語',
		'%3B',
		'/@48.1,11.5,15z/',
		'/https://www.b.example/',
		'?to=http://',
	];
	for (const mark of marks)
		for (let length = 150; length < 240; length += 3) {
			const start = 'See '.padStart(length);
			const url = `https://www.maps.example/${mark.repeat(2)}${'place?id=x'.repeat(9)}`;
			const [{ text }] = fitted([{ text: `${start}${url} ${rest}` }], 300).items;
			expect([start, `${start}${url}`]).toContain(String(text).split('… [')[0]);
		}
	// One that ends where the text is cut is whole.
	const whole = `https://a.example/${'d'.repeat(182)}`;
	const [{ text }] = fitted([{ text: `${whole} ${rest}` }], 250).items;
	expect(text).toBe(`${whole}… [${rest.length + 1} more characters]`);
});

test.each([
	['Japanese', 'https://a.example/x。', '語'],
	['a list with semicolons', 'https://a.example/x;name\n', 'name;name\n'],
	['links of Markdown', '[a](https://a.example/x),', '[a](https://a.example/x),'],
])('%s: only the URL at the cut is left out', (_what, start, more) => {
	const [{ text }] = fitted([{ text: start + more.repeat(400) }], 900).items;
	expect(String(text).split('… [')[0].length).toBeGreaterThan(150);
});

test('long texts of few records use most of the room, in any language', () => {
	for (const character of ['a', 'ä', '語']) {
		const texts = Array(5).fill({ text: character.repeat(9000) });
		const { items: kept } = fitted(texts, TOOL_CAP.bytes);
		expect(kept).toHaveLength(5);
		expect(sizeOf(kept)).toBeGreaterThan(TOOL_CAP.bytes * 0.75);
	}
});

test('a record nested too deeply for JSON is shown as far as it goes', () => {
	for (const [start, end] of ['{"a":|}', '[|]'].map((one) => one.split('|'))) {
		const deep = JSON.parse(`${start.repeat(6000)}1${end.repeat(6000)}`) as IDataObject;
		const { records } = read(shownOf([{ id: 'a', deep }, { id: 'b' }], leadGetAll));
		expect(records.map(({ id }) => id)).toEqual(['a', 'b']);
		expect(JSON.stringify(records[0])).toContain('nested too deeply');
	}
});

test('every operation with long output says how to get less', () => {
	const many = Array.from({ length: 60 }, (_, index) => ({ index }));
	for (const operation of operations) {
		const { note } = read(shownOf(many, operation));
		expect(note).toMatch(/^Shows 50 of 60 records\. 10 are left out, .*\. .*\.$/);
		expect(note.length).toBeLessThan(600);
		// What writes would write again.
		expect(/Ask again|Asking again/.test(note)).toBe(operation.effect === 'read');
	}
});

test('a limit below the cap of a tool is what a model can raise', () => {
	const records = Array.from({ length: 60 }, (_none, index) => ({ index }));
	const noteWith = (limit?: number, operation: Operation = table.billingGetActiveUsers) =>
		read(shownOf(records, operation, { limit })).note;
	expect(noteWith(5)).toContain('Ask again with a higher Limit, if');
	expect(noteWith(5, leadGetAll)).toContain('Ask again with filters or a higher Limit, if');
	expect(noteWith(50, leadGetAll)).toContain('Ask again with filters, if');
	expect(noteWith(50)).toContain('Asking again returns the same result.');
	expect(noteWith()).toContain('Asking again returns the same result.');
});

test('if not all texts fit, a higher limit returns no more', () => {
	const records = Array.from({ length: 60 }, () => ({ text: Array(20).fill('a'.repeat(190)) }));
	const { note } = read(shownOf(records, table.billingGetActiveUsers, { limit: 20 }));
	expect(note).toContain('Asking again returns the same result.');
});

test('if not all texts fit, Simplify is a way to get more, unless it is on or not there', () => {
	const records = Array.from({ length: 60 }, () => ({ text: Array(20).fill('a'.repeat(190)) }));
	const noteWith = (operation: Operation, isSimplified: boolean, found: IDataObject[] = records) =>
		read(shownOf(found, operation, { limit: 20, isSimplified })).note;
	const { articleGetAll } = table;
	expect(noteWith(articleGetAll, false)).toContain('Ask again with filters or Simplify turned on,');
	expect(noteWith(articleGetAll, true)).toContain('Ask again with filters, if');
	const short = Array.from({ length: 60 }, () => ({ text: 'a' }));
	expect(noteWith(articleGetAll, false, short)).not.toContain('Simplify');
});
