import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problem';
import { isRecord } from './record';

function kindOf(value: unknown): string {
	if (value === undefined || value === '') return 'an empty body';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value !== 'string') return `a ${typeof value}`;
	if (/^\s*<(!doctype|html|\?xml)/i.test(value)) return 'an HTML page';
	return /^\s*[[{]/.test(value) ? 'incomplete or malformed JSON' : 'text that is not JSON';
}

const tryAgain =
	' If it does, try again. If this keeps happening, contact the maintainers of this node.';
const lookFirst = ' The request may still have been processed. Check before you retry.';

function unexpected(expected: string, body: unknown, where = '', advice = tryAgain): Problem {
	return new Problem({
		kind: 'response',
		message: `The service returned ${kindOf(body)}${where} instead of ${expected}`,
		description: `Check that the base URL in the credential points to the API, not to a website, login page, or proxy.${advice}`,
	});
}

/** Whether the record has at least one of the fields that the API documentation names for its kind. */
function isOfKind(record: IDataObject, fields: string[]): boolean {
	return fields.some((name) => Object.hasOwn(record, name));
}

/**
 * The one record of a response.
 * @param sample a record of the same kind, which shares at least one field with every valid record
 * @param what the kind, for the message: "a lead"
 * @param advice the text at the end of the description
 */
export function oneRecord(
	body: unknown,
	sample: IDataObject,
	what: string,
	advice = tryAgain,
): IDataObject[] {
	if (isRecord(body) && isOfKind(body, Object.keys(sample))) return [body];
	const where = isRecord(body) ? ' without any of the expected fields' : '';
	throw unexpected(what, body, where, advice);
}

/** Called with the number of records that were skipped because they are empty or of another kind. */
export type OnSkipped = (count: number) => void;

const isEmpty = (record: unknown) =>
	record === null || (isRecord(record) && Object.keys(record).length === 0);

/**
 * The records of a list, without empty ones and those of another kind. A response without any record of the kind is never
 * read as an empty list.
 * @param field name of the field with the list. Default: the response is the list
 */
export function manyRecords(
	body: unknown,
	sample: IDataObject,
	what: string,
	field?: string,
	onSkipped?: OnSkipped,
): IDataObject[] {
	const expected = field === undefined ? `a list of ${what}` : `an object with the list '${field}'`;
	if (field !== undefined && !isRecord(body)) throw unexpected(expected, body);
	const list = field === undefined ? body : (body as IDataObject)[field];
	if (!Array.isArray(list)) {
		throw unexpected(expected, list, field === undefined ? '' : ` in '${field}'`);
	}
	const fields = Object.keys(sample);
	const records = list.filter((record) => isRecord(record) && isOfKind(record, fields));
	if (records.length === 0 && list.length > 0) {
		const index = Math.max(
			list.findIndex((record) => !isEmpty(record)),
			0,
		);
		const where = isRecord(list[index]) ? ' without any of the expected fields' : '';
		throw unexpected(`a list of ${what}`, list[index], `${where} (record ${index})`);
	}
	if (records.length < list.length) onSkipped?.(list.length - records.length);
	return records as IDataObject[];
}

/**
 * The result of a write: the record, or `{ success: true, message }` if the response contains only a message or has no
 * body.
 */
export function writtenRecord(body: unknown, sample: IDataObject, what: string): IDataObject[] {
	if (body === undefined || body === null || body === '') return [{ success: true }];
	if (isRecord(body)) {
		const names = Object.keys(body);
		if (names.length === 0) return [{ success: true }];
		if (names.length === 1 && typeof body.message === 'string') {
			return [{ success: true, message: body.message }];
		}
	}
	return oneRecord(body, sample, what, lookFirst);
}
