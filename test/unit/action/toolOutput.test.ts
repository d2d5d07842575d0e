import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import * as table from '../../../nodes/AgentSuite/resources/operations';
import { capItems, isTool, TOOL_CAP, toolItems } from '../../../nodes/AgentSuite/action/toolOutput';

const operations = Object.values(table);
const sizeOf = (items: unknown) => Buffer.byteLength(JSON.stringify(items));

const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 50 }),
	fc.string({ unit: 'grapheme', maxLength: 30 }).map((part) => part.repeat(200)),
	fc.integer({ min: 0, max: 9000 }).map((length) => '🙂'.repeat(length)),
);
const item: fc.Arbitrary<IDataObject> = fc.dictionary(
	fc.string({ maxLength: 10 }),
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
const cap = fc.record({
	items: fc.integer({ min: 1, max: 60 }),
	bytes: fc.integer({ min: 1500, max: 30_000 }),
});

/** Whether it is the original, possibly with cut texts. */
function isShorter(shown: unknown, original: unknown): boolean {
	if (typeof original === 'string' && shown !== original) {
		const [, start] = /^([^]*)… \[[\d,]+ more characters\]$/.exec(String(shown)) ?? [];
		return start !== undefined && original.startsWith(start) && start.length < original.length;
	}
	if (typeof original !== 'object' || original === null) return shown === original;
	const names = Object.keys(original);
	return (
		JSON.stringify(Object.keys(shown as object)) === JSON.stringify(names) &&
		names.every((name) => isShorter((shown as IDataObject)[name], (original as IDataObject)[name]))
	);
}

test('any items: the first ones that fit both limits, and the number of missing ones', () => {
	fc.assert(
		fc.property(items, cap, fc.constantFrom(...operations), (list, most, operation) => {
			const shown = toolItems(list, operation, most);
			expect(sizeOf(shown)).toBeLessThanOrEqual(most.bytes + 2);
			if (list.length === 0) return expect(shown).toHaveLength(1);
			const { kept, omitted } = capItems(list, most);
			expect(kept.length).toBeLessThanOrEqual(most.items);
			expect(kept.every((entry, index) => isShorter(entry, list[index]))).toBe(true);
			const whole = list.length <= most.items && sizeOf(list) <= most.bytes;
			if (omitted === undefined) {
				expect(shown).toBe(list);
				return expect(whole).toBe(true);
			}
			expect(shown.slice(0, -1)).toEqual(kept);
			expect(String(shown.at(-1)?.note)).toContain(omitted);
			const gone = list.length - kept.length;
			expect(/^(\d+) of /.exec(omitted)?.[1] ?? '0').toBe(String(gone));
			const changed = kept.some(
				(entry, index) => JSON.stringify(entry) !== JSON.stringify(list[index]),
			);
			expect(omitted.includes('shortened')).toBe(changed);
			expect(gone > 0 || changed).toBe(true);
		}),
		{ numRuns: 300 },
	);
});

test('no character is cut in two', () => {
	for (const before of [0, 1, 2]) {
		const { kept } = capItems([{ text: `${'a'.repeat(before)}${'🙂'.repeat(9000)}` }], TOOL_CAP);
		expect(String(kept[0].text)).not.toMatch(/\p{Surrogate}/u);
	}
});

test('one long record is cut, not dropped', () => {
	const [only, note] = toolItems([{ id: 'a', content: 'x'.repeat(1e6) }], undefined);
	expect(String(only.content).length).toBeGreaterThan(6000);
	expect(only.id).toBe('a');
	expect(note.note).toMatch(/: long texts are shortened\./);
});

test('every operation with long output says how to get less', () => {
	const many = Array.from({ length: 60 }, (_, index) => ({ index }));
	for (const operation of operations) {
		const { note } = toolItems(many, operation).at(-1) as { note: string };
		expect(note).toMatch(/^The result is shortened: 10 of 60 items are not included\. .*\.$/);
		expect(note.length).toBeLessThan(500);
	}
});

test('a tool is recognized by its type, or by n8n', () => {
	expect(isTool({ type: 'n8n-nodes-agent-suite.agentSuiteTool' })).toBe(true);
	expect(isTool({ type: 'n8n-nodes-agent-suite.agentSuite' })).toBe(false);
	expect(
		isTool({ type: 'n8n-nodes-agent-suite.agentSuite' }, { isToolExecution: () => true }),
	).toBe(true);
	expect(
		isTool({ type: 'n8n-nodes-agent-suite.agentSuite' }, { isToolExecution: () => false }),
	).toBe(false);
});
