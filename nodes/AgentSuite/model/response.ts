import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problem';
import { isRecord } from './record';

const NO_FIELDS = 'without any of the expected fields';

function kindOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return `an object ${NO_FIELDS}`;
	if (typeof value !== 'string') return `a ${typeof value}`;
	return /^\s*<(!doctype|html|\?xml)/i.test(value) ? 'an HTML page' : 'text that is not JSON';
}

const tryAgain =
	'If it does, try again. If this keeps happening, contact the maintainers of this node.';
const lookFirst = 'The request may still have been processed. Check before you retry.';

function unexpected(returned: string, expected: string, advice = tryAgain): Problem {
	return new Problem({
		kind: 'response',
		message: `The service returned ${returned} instead of ${expected}`,
		description: `Check that the base URL in the credential points to the API, not to a website, login page, or proxy. ${advice}`,
	});
}

/** Whether it has at least one of the fields that the API documentation names for its kind. */
const isLike = (sample: IDataObject, value: unknown): value is IDataObject =>
	isRecord(value) && Object.keys(sample).some((name) => Object.hasOwn(value, name));

/**
 * Reads the one record of a response.
 * @param sample a record of the same kind, which shares at least one field with every valid record
 */
export const oneRecord =
	(sample: IDataObject, what: string, advice?: string) =>
	(body: unknown): IDataObject[] => {
		if (isLike(sample, body)) return [body];
		throw unexpected(kindOf(body), what, advice);
	};

/** Called with the number of records that were skipped because they are empty or of another kind. */
export type OnSkipped = (count: number) => void;

/**
 * Reads the records of a list, without empty ones and those of another kind. A response without any record of the kind is
 * never read as an empty list.
 * @param field name of the field with the list. Default: the response is the list
 */
export const manyRecords =
	(sample: IDataObject, what: string, field?: string) =>
	(body: unknown, onSkipped?: OnSkipped): IDataObject[] => {
		const list = field === undefined ? body : (body as IDataObject | null | undefined)?.[field];
		const expected =
			field === undefined ? `a list of ${what}` : `an object with the list '${field}'`;
		if (!Array.isArray(list)) throw unexpected(kindOf(body), expected);
		const records = list.filter((record) => isLike(sample, record));
		const skipped = list.length - records.length;
		if (skipped > 0 && records.length === 0)
			throw unexpected(`a list ${NO_FIELDS}`, `a list of ${what}`);
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};

/** Reads the result of a write: the record, or `{ success: true, message }` without one. */
export const writtenRecord =
	(sample: IDataObject, what: string) =>
	(body: unknown): IDataObject[] => {
		if (body === undefined || body === null || body === '') return [{ success: true }];
		if (isRecord(body)) {
			const names = Object.keys(body).join();
			if (names === '') return [{ success: true }];
			if (names === 'message' && typeof body.message === 'string')
				return [{ success: true, message: body.message }];
		}
		return oneRecord(sample, what, lookFirst)(body);
	};
