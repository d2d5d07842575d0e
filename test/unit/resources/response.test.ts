import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	confirmation,
	manyRecords,
	oneRecord,
	writtenRecord,
} from '../../../nodes/AgentSuite/resources/response';
import { isRecord } from '../../../nodes/AgentSuite/model/record';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { Problem } from '../../../nodes/AgentSuite/model/problem';
import { listNames } from '../../support/listNames';

const sample = { id: '1', color: 'x' };

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

test('empty errors beside a list are no failure, and a record that says it is refused is none', () => {
	const read = manyRecords(sample, 'things', 'leads');
	for (const errors of [[], {}, null]) expect(read({ leads: [sample], errors })).toEqual([sample]);
	const refused = [{ ok: false }, { success: 'false' }].map((flag) => ({ ...sample, ...flag }));
	expect(read({ leads: [sample, ...refused] })).toEqual([sample]);
});

test('what was written: the record, or nothing if the status says so', () => {
	const read = (answer: unknown) => outcome(() => writtenRecord(sample, 'a thing')(answer));
	expect(read(undefined)).toEqual([{ success: true }]);
	expect(read({ id: 1, message: 'Done' })).toEqual([{ id: 1, message: 'Done' }]);
	for (const nothing of [null, '']) expect(read(nothing)).toContain('nothing instead of a thing');
	expect(read({})).toContain('an object without any of the expected fields instead of a thing');
	expect(read({ message: 'Done' })).toContain('a refusal instead of a thing');
	expect(read('<html>')).toContain('an HTML page');
	expect(read('\n  <!DOCTYPE html>')).toContain('an HTML page');
	expect(read([])).toContain('a list');
	expect(read(false)).toContain('a boolean');
});

test('a confirmation: a message without a field of an error beside it', () => {
	const read = (answer: unknown) => outcome(() => confirmation(answer));
	expect(read(undefined)).toEqual([{ success: true }]);
	expect(read({ message: 'Done' })).toEqual([{ success: true, message: 'Done' }]);
	expect(read({ message: 'Done', success: true, queue: 2 })).toEqual([
		{ success: true, message: 'Done', queue: 2 },
	]);
	for (const other of [{}, null, '', { message: 5 }, { message: '' }, { done: true }, [], 'Done'])
		expect(read(other)).toContain('instead of a confirmation');
	for (const success of [
		{ status: 200 },
		{ statusCode: '201' },
		{ status: 'success' },
		{ success: 'true' },
	])
		expect(read({ message: 'Done', ...success })).toEqual([
			{ success: true, message: 'Done', ...success },
		]);
	for (const failure of [
		{ status: 400 },
		{ statusCode: '500' },
		{ status: 'fail' },
		{ status: 200, error: 'No' },
		{ status: 199 },
		{ status: 300 },
		{ status: '' },
		{ status: null },
		{ success: null },
		{ success: 'no' },
		{ code: 200 },
		{ title: 'No' },
	])
		expect(read({ message: 'No', ...failure })).toContain('a refusal instead of a confirmation');
});

/** Bodies with which services report a failure, although the status is that of a success. */
const refusals: IDataObject[] = [
	{ status: 'error', message: 'No' },
	{ success: false },
	{ success: false, message: 'No' },
	{ name: 'ValidationError', message: 'No' },
	{ name: 'ValidationError', message: 'No', stack: 'at x' },
	{ type: 'about:blank', title: 'Not found', status: 404, detail: 'No', instance: '/x' },
	{ error: 'No', statusCode: 400, message: ['No'] },
	{ errors: [{ message: 'No' }] },
	{ code: 7, description: 'No' },
];

describe.each(Object.entries(table))('%s', (_, operation) => {
	const read = (body: unknown) => outcome(() => operation.records(body));

	test.each([...refusals, {}, { ...operation.sample, success: false }])(
		'%j is no success',
		(refusal) => {
			expect(read(refusal)).toMatch(/^The service returned .* instead of /);
			expect(read([refusal])).toMatch(/^The service returned .* instead of /);
			for (const field of listNames)
				expect(read({ [field]: [refusal] })).toMatch(/^The service returned .* instead of /);
		},
	);

	test('an empty list beside a failure is no empty list', () => {
		for (const field of listNames) {
			for (const failure of [
				{ success: false },
				{ ok: false },
				{ success: 0 },
				{ error: 'No' },
				{ errors: ['No'] },
				{ status: 'error' },
				{ status: 'fail' },
				{ errors: { email: 'No' } },
				{ error: {} },
				{ statusCode: 400 },
				{ code: 500 },
			])
				expect(read({ [field]: [], ...failure })).toMatch(/^The service returned a refusal /);
		}
	});

	test('the sample is a success', () => {
		const { sample } = operation;
		const listed = listNames.map((field) => ({ [field]: [sample] }));
		const bodies = [sample, [sample], ...listed];
		expect(bodies.map(read)).toContainEqual([sample]);
	});
});

describe('a refusal that has an ID, as requests have', () => {
	const ids = { id: 'req_77', clientOrgId: 'o' };
	test.each([
		{ error: { code: 'NOT_FOUND' } },
		{ errors: ['No'] },
		{ status: 'error', message: 'No' },
		{ statusCode: 404 },
		{ success: 'false' },
		{ ok: false },
	])('%j is no success', (failure) => {
		for (const { sample, records } of Object.values(table)) {
			if (!Object.hasOwn(sample, 'clientOrgId')) continue;
			expect(() => records({ ...ids, ...failure })).toThrow(/^The service returned /);
		}
	});

	test('a record with all its fields is one, also with an error field of its own', () => {
		const { sample, records } = table.leadGet;
		expect(records({ ...sample, error: 'a note' })).toHaveLength(1);
	});

	test.each([{ ok: false }, { errorCode: 7 }, { errorMessage: 'No' }])(
		'%j beside a message is no confirmation',
		(failure) => {
			const { records } = table.whatsAppSetFirstMessage;
			expect(() => records({ message: 'No', ...failure })).toThrow(/a refusal|a confirmation/);
		},
	);
});

test('the description of a refused write says that it might have been processed', () => {
	for (const { effect, records } of Object.values(table)) {
		try {
			records({ message: 'No', name: 'ValidationError' });
			throw new Error('It was accepted');
		} catch (error) {
			const { description } = error as Problem;
			expect(description.includes('may still have been processed')).toBe(effect !== 'read');
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
