import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Effect, ResponseSpec } from '../../../nodes/AgentSuite/model/endpoint';
import { recordsReader } from '../../../nodes/AgentSuite/response/readRecords';
import { isRecord } from '../../../nodes/AgentSuite/records/record';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { Problem } from '../../../nodes/AgentSuite/model/problem';

const sample = { id: '1', color: 'x' };
const record = (documented: IDataObject): ResponseSpec => ({ kind: 'record', documented });
const list = (documented: IDataObject): ResponseSpec => ({ kind: 'list', documented });
const listAt = (listIn: string): ResponseSpec => ({ kind: 'list', listIn, documented: sample });
const confirmation: ResponseSpec = { kind: 'confirmation', documented: {} };

/** The result of a response: records, or the message of the Problem. */
function outcome(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		expect(error).toBeInstanceOf(Problem);
		return (error as Problem).line;
	}
}

/** Reads the record of a response like the sample. */
const readOne = recordsReader(record(sample), 'read');
/** Reads the records of a response that is a list, or has one. */
const readList = recordsReader(list(sample), 'read');
const readLeads = recordsReader(listAt('leads'), 'read');

test('a record that only has names of which errors have some needs all of them', () => {
	const named = { name: 'x', status: 'y' };
	const readNamed = recordsReader(list(named), 'read');
	expect(readNamed([{ ...named, more: 1 }])).toEqual([{ ...named, more: 1 }]);
	expect(outcome(() => readNamed([{ status: 'error', message: 'No' }]))).toMatch(
		/instead of a list/,
	);
});

test('one field of its kind is enough, and extra ones pass', () => {
	expect(readOne({ id: 5, new: [] })).toEqual([{ id: 5, new: [] }]);
	// Only fields of its own.
	expect(() => recordsReader(record({ toString: 1 }), 'read')({})).toThrow(Problem);
});

test('records of another kind are skipped and counted, and the others are returned', () => {
	const skipped: number[] = [];
	const body = [sample, 'a', { other: 1 }, null, [sample], sample];
	const records = readList(body, (many) => skipped.push(many));
	expect(records).toEqual([sample, sample]);
	readList([sample, null], (many) => skipped.push(many));
	expect(skipped).toEqual([4, 1]);
});

test('a list is one, whatever stands beside it, unless the response says that it is no success', () => {
	for (const beside of [{ code: 500 }, { error: 'a note' }, { errors: ['x'] }, { status: 'fail' }])
		expect(readLeads({ leads: [sample], ...beside })).toEqual([sample]);
	expect(() => readLeads({ leads: [sample], success: false })).toThrow("returned 'success: false'");
});

test('an empty list beside what reports a failure is none', () => {
	expect(readLeads({ leads: [], error: null, status: 'ok' })).toEqual([]);
	for (const beside of [{ code: 500 }, { error: 'Try later' }, { errors: ['x'] }])
		expect(() => readLeads({ leads: [], ...beside })).toThrow('returned a rejection instead of');
});

test('a record of a list can have a field of the name success', () => {
	const refused = { ...sample, success: false };
	expect(readList([sample, refused])).toEqual([sample, refused]);
	expect(readLeads({ leads: [refused] })).toEqual([refused]);
});

test('what was written: the record, or nothing if the status says so', () => {
	const readWritten = recordsReader(record(sample), 'update');
	const read = (answer: unknown) => outcome(() => readWritten(answer));
	expect(read(undefined)).toEqual([{ success: true }]);
	expect(outcome(() => readOne(undefined))).toContain('nothing instead of a record');
	expect(read({ id: 1, message: 'Done' })).toEqual([{ id: 1, message: 'Done' }]);
	for (const nothing of [null, '']) expect(read(nothing)).toContain('nothing instead of a record');
	expect(read({})).toContain('an object without any of the expected fields instead of a record');
	expect(read({ message: 'Done' })).toContain('an object without any of the expected fields');
	expect(read({ ...sample, success: false })).toContain("'success: false' instead of a record");
	expect(read('<html>')).toContain('an HTML page');
	expect(read('\n  <!DOCTYPE html>')).toContain('an HTML page');
	expect(read([])).toContain('a list');
	expect(read(false)).toContain('a boolean');
});

test('a record that reports a failure is one only with all documented fields, or in a list', () => {
	for (const sign of [{ error: 'No' }, { errors: ['x'] }, { code: '500' }, { status: 'failed' }]) {
		const body = { id: 1, ...sign };
		expect(outcome(() => readOne(body))).toBe(
			'The service returned a rejection instead of a record',
		);
		expect(readOne({ ...sample, ...sign })).toEqual([{ ...sample, ...sign }]);
		expect(readList([body])).toEqual([body]);
	}
	// Its own fields say nothing about the request.
	const readPhase = recordsReader(record({ id: 1, status: 'new', other: 1 }), 'read');
	expect(readPhase({ id: 1, status: 'failed' })).toEqual([{ id: 1, status: 'failed' }]);
	expect(readOne({ id: 1, error: '' })).toEqual([{ id: 1, error: '' }]);
});

test('a status of failure with a message is no record, although the record has a status and the request is repeated', () => {
	const refused = { status: 'error', message: 'x', email: 'a@b.c' };
	expect(outcome(() => table.leadGet.readRecords(refused))).toBe(
		'The service returned a rejection instead of a record',
	);
	const lead = { status: 'Failed to reach', email: 'a@b.c', note: 'Busy' };
	expect(table.leadGet.readRecords(lead)).toEqual([lead]);
	const whole = { ...table.leadGet.response.documented, status: 'error', message: 'x' };
	expect(table.leadGet.readRecords(whole)).toEqual([whole]);
});

test('a confirmation: a message or nothing, unless the response says that it is no success', () => {
	const readMessage = recordsReader(confirmation, 'update');
	const read = (answer: unknown) => outcome(() => readMessage(answer));
	for (const empty of [undefined, '']) expect(read(empty)).toEqual([{ success: true }]);
	expect(recordsReader(confirmation, 'read')(undefined)).toEqual([{ success: true }]);
	expect(read({ message: 'Done' })).toEqual([{ success: true, message: 'Done' }]);
	expect(read({ message: 'Done', success: true, queue: 2 })).toEqual([
		{ success: true, message: 'Done', queue: 2 },
	]);
	expect(read({ success: true })).toEqual([{ success: true }]);
	expect(read({ success: true, message: '' })).toEqual([{ success: true, message: '' }]);
	expect(read({ message: 'Done', error: null, errors: [], code: 200, status: 'ok' })).toMatchObject(
		[{ success: true, message: 'Done' }],
	);
	for (const success of [0, 'false'])
		expect(read({ message: 'No', success })).toContain('The service returned a rejection');
	for (const success of [null, '', 'failed', 'no', 400])
		expect(read({ message: 'No', success })).toContain('instead of a confirmation');
	for (const success of [1, 'true'])
		expect(read({ message: 'Done', success })).toEqual([{ success, message: 'Done' }]);
	for (const sign of [
		{ error: 'Not found' },
		{ error: { code: 7 } },
		{ errors: ['x'] },
		{ statusCode: 404 },
		{ code: '500' },
		{ status: 'error' },
		{ status: 'failed' },
	])
		for (const confirmed of [{ message: 'No' }, { success: true }])
			expect(read({ ...confirmed, ...sign })).toBe(
				'The service returned a rejection instead of a confirmation',
			);
	for (const other of [{}, null, { message: 5 }, { message: '' }, { done: true }, [], 'Done'])
		expect(read(other)).toContain('instead of a confirmation');
	expect(read({ message: 'No', success: false })).toContain("'success: false' instead of");
});

/** Bodies with which services report a failure, although the status is that of a success. */
const refusals: IDataObject[] = [
	{ success: false },
	{ success: false, message: 'No' },
	{ status: 'error', code: 7, description: 'No' },
	{ name: 'ValidationError', title: 'Not found', detail: 'No', stack: 'at x' },
	{ type: 'about:blank', title: 'Not found', status: 404, detail: 'No', instance: '/x' },
	{ error: 'No', statusCode: 400 },
	{ errors: [{ message: 'No' }] },
];

const shapes = {
	record: record(sample),
	list: list(sample),
	'list in a field': listAt('leads'),
};

describe.each(Object.entries(shapes))('a response that is a %s', (_shape, shape) => {
	const readRecords = recordsReader(shape, 'read');
	const read = (body: unknown) => outcome(() => readRecords(body));

	test.each([...refusals, {}])('%j is no success, and no record', (refusal) => {
		for (const body of [refusal, [refusal], { leads: [refusal] }])
			expect(read(body)).toMatch(/^The service returned .* instead of /);
	});

	test('what says that it is no success is none, with a record or a list in it too', () => {
		for (const body of [sample, { leads: [sample] }])
			expect(read({ ...body, success: false })).toMatch(/'success: false' instead of /);
	});
});

test('nor is one of these a record of any operation', () => {
	for (const { readRecords } of Object.values(table)) {
		for (const refusal of [...refusals, {}].filter(({ message }) => !message)) {
			for (const body of [refusal, [refusal], { leads: [refusal] }, { users: [refusal] }])
				expect(() => readRecords(body)).toThrow(Problem);
		}
	}
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
			const result = outcome(() => operation.readRecords(answer));
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

test.each<[string, ResponseSpec, Effect]>([
	['read', list(sample), 'read'],
	['write', record(sample), 'create'],
])('the advice after a %s that is no success is not about the base URL', (_what, shape, effect) => {
	const read = recordsReader(shape, effect);
	const adviceFor = (body: unknown) => {
		try {
			return read(body) && undefined;
		} catch (error) {
			return (error as Problem).description;
		}
	};
	const advice = adviceFor({ success: false, message: 'Name taken' });
	expect(advice).toContain('Check the parameters of the node.');
	expect(advice).not.toContain('base URL');
	expect(adviceFor('<html>')).toContain('base URL');
});
