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

test('one field of its kind is enough, and extra ones pass', () => {
	expect(oneRecord(sample, 'a thing')({ id: 5, new: [] })).toEqual([{ id: 5, new: [] }]);
	// Only fields of its own.
	expect(() => oneRecord({ toString: 1 }, 'a thing')({})).toThrow(Problem);
});

test('records of another kind are skipped and counted, and the others are returned', () => {
	const skipped: number[] = [];
	const list = [sample, 'a', { other: 1 }, null, [sample], sample];
	const records = manyRecords(sample, 'things')(list, (many) => skipped.push(many));
	expect(records).toEqual([sample, sample]);
	expect(skipped).toEqual([4]);
});

test('what was written: the record, a message, or nothing', () => {
	const read = (answer: unknown) => outcome(() => writtenRecord(sample, 'a thing')(answer));
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
