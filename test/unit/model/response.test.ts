import fc from 'fast-check';

import { manyRecords, oneRecord, writtenRecord } from '../../../nodes/AgentSuite/model/response';
import { isRecord } from '../../../nodes/AgentSuite/model/record';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { Problem } from '../../../nodes/AgentSuite/model/problem';

const sample = { id: '1', name: 'x' };

/** The result of a response: records, or the message of the Problem. */
function outcome(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		expect(error).toBeInstanceOf(Problem);
		return (error as Problem).message;
	}
}

test.each<[unknown, string]>([
	[undefined, 'an empty body'],
	['', 'an empty body'],
	[null, 'null'],
	[[], 'a list'],
	[7, 'a number'],
	[true, 'a boolean'],
	['<!DOCTYPE html><html>', 'an HTML page'],
	['\n <html>', 'an HTML page'],
	['<?xml version="1.0"?>', 'an HTML page'],
	['{"id": 1', 'incomplete or malformed JSON'],
	[' [{', 'incomplete or malformed JSON'],
	['OK', 'text that is not JSON'],
	[{}, 'an object without any of the expected fields'],
	[{ other: 1 }, 'an object without any of the expected fields'],
])('one record out of %j: %s', (answer, what) => {
	expect(outcome(() => oneRecord(answer, sample, 'a thing'))).toBe(
		`The service returned ${what} instead of a thing`,
	);
});

test('one field of its kind is enough, and extra ones pass', () => {
	expect(oneRecord({ id: 5, new: [] }, sample, 'a thing')).toEqual([{ id: 5, new: [] }]);
	// Only fields of its own.
	expect(() => oneRecord({}, { toString: 1 }, 'a thing')).toThrow(Problem);
});

test.each<[unknown, string | undefined, string]>([
	[{}, undefined, 'an object instead of a list of things'],
	[null, undefined, 'null instead of a list of things'],
	[[1], undefined, 'a number (record 0) instead of a list of things'],
	[[null, 'a'], undefined, 'text that is not JSON (record 1) instead'],
	[[{}, { other: 1 }], undefined, 'without any of the expected fields (record 1)'],
	[[], 'things', "a list instead of an object with the list 'things'"],
	[{}, 'things', "an empty body in 'things' instead"],
	[{ things: null }, 'things', "null in 'things' instead"],
	[{ things: sample }, 'things', "an object in 'things' instead"],
])('many records out of %j in %s: %s', (answer, field, what) => {
	expect(outcome(() => manyRecords(answer, sample, 'things', field))).toContain(what);
});

test('records of another kind are skipped and counted, and the others are returned', () => {
	const skipped: number[] = [];
	const list = [sample, 'a', { other: 1 }, null, [sample], sample];
	const records = manyRecords(list, sample, 'things', undefined, (many) => skipped.push(many));
	expect(records).toEqual([sample, sample]);
	expect(skipped).toEqual([4]);
});

test('what was written: the record, a message, or nothing', () => {
	const read = (answer: unknown) => outcome(() => writtenRecord(answer, sample, 'a thing'));
	for (const nothing of [undefined, null, '', {}])
		expect(read(nothing)).toEqual([{ success: true }]);
	expect(read({ message: 'Done' })).toEqual([{ success: true, message: 'Done' }]);
	expect(read({ id: 1, message: 'Done' })).toEqual([{ id: 1, message: 'Done' }]);
	expect(read({ message: 5 })).toContain('instead of a thing');
	expect(read({ message: 'Queued', queue: 2 })).toContain('instead of a thing');
	expect(read('<html>')).toContain('an HTML page');
	expect(read([])).toContain('a list');
	expect(read(false)).toContain('a boolean');
});

test('for any response, every operation returns records or a Problem, and no invented list', () => {
	const names = fc.constantFrom('leads', 'users', 'id', 'message', 'firstName', 'other');
	const answers = fc.oneof(
		fc.jsonValue(),
		fc.string(),
		fc.dictionary(names, fc.jsonValue()),
		fc.dictionary(names, fc.array(fc.dictionary(names, fc.jsonValue()))),
		fc.array(fc.dictionary(names, fc.jsonValue())),
		fc.constant(undefined),
	);
	fc.assert(
		fc.property(fc.constantFrom(...Object.values(table)), answers, (operation, answer) => {
			const result = outcome(() => operation.records(answer));
			if (typeof result === 'string') return;
			expect(Array.isArray(result)).toBe(true);
			const records = result as unknown[];
			expect(records.every(isRecord)).toBe(true);
			if (records.length > 0) return;
			const lists = isRecord(answer) ? [answer.leads, answer.users] : [answer];
			expect(lists).toContainEqual([]);
		}),
		{ numRuns: 1000 },
	);
});
