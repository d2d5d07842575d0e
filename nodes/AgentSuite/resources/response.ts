/**
 * Reads the records of responses. A body is a success if it has the documented shape, at least one documented field, and does
 * not say `success: false`. Everything else it contains is up to the service.
 */

import type { IDataObject } from 'n8n-workflow';

import type { OnSkipped } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord } from '../model/record';

/** Documented names that the bodies of errors have too, so they do not show that a body is a record. */
const OF_ERRORS_TOO = ['name', 'type', 'title', 'status', 'description', 'message'];

const tryAgain =
	'If it does, try again. If this keeps happening, contact the maintainers of this node.';
const lookFirst = 'The request may still have been processed. Check before you retry.';

const saysFailure = (body: unknown): boolean => isRecord(body) && body.success === false;

/** What a body is instead of a success, in words. */
function kindOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'a list';
	if (saysFailure(body)) return "'success: false'";
	if (isRecord(body)) return 'an object without any of the expected fields';
	if (typeof body !== 'string') return `a ${typeof body}`;
	return /^\s*<(!doctype|html|\?xml)/i.test(body) ? 'an HTML page' : 'text that is not JSON';
}

function unexpectedBody(returned: string, expected: string, advice: string): Problem {
	return new Problem({
		kind: 'response',
		message: `The service returned ${returned} instead of ${expected}`,
		description: `Check that the base URL in the credential points to the API, not to a website, login page, or proxy. ${advice}`,
	});
}

/** Whether a value has a field that only a record like the sample has. */
const isLike = (sample: IDataObject, value: unknown): value is IDataObject =>
	isRecord(value) &&
	Object.keys(sample).some((name) => !OF_ERRORS_TOO.includes(name) && Object.hasOwn(value, name));

/**
 * Reads the one record of a response.
 * @param sample a record of the same kind
 */
export const oneRecord =
	(sample: IDataObject, what: string, advice = tryAgain) =>
	(body: unknown): IDataObject[] => {
		if (isLike(sample, body) && !saysFailure(body)) return [body];
		throw unexpectedBody(kindOf(body), what, advice);
	};

/**
 * Reads the records of a list, without empty ones and those of another kind. A list without any record of the kind is
 * never read as an empty one.
 * @param field name of the field with the list. Default: the response is the list
 */
export const manyRecords =
	(sample: IDataObject, what: string, field?: string) =>
	(body: unknown, onSkipped?: OnSkipped): IDataObject[] => {
		const expected =
			field === undefined ? `a list of ${what}` : `an object with the list '${field}'`;
		const list = field === undefined ? body : isRecord(body) ? body[field] : undefined;
		if (!Array.isArray(list) || saysFailure(body))
			throw unexpectedBody(kindOf(body), expected, tryAgain);
		const records = list.filter((record) => isLike(sample, record));
		const skipped = list.length - records.length;
		if (skipped > 0 && records.length === 0) {
			const returned = 'a list without any of the expected fields';
			throw unexpectedBody(returned, `a list of ${what}`, tryAgain);
		}
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};

/** Whether the status itself said that there is no content (204). Otherwise a response without content is none. */
const isNoContent = (body: unknown) => body === undefined;

/** Reads the result of a write: the record, or `{ success: true }` if the service says that it returns none. */
export const writtenRecord =
	(sample: IDataObject, what: string) =>
	(body: unknown): IDataObject[] =>
		isNoContent(body) ? [{ success: true }] : oneRecord(sample, what, lookFirst)(body);

/** Reads the result of a write that is only a message. */
export function confirmation(body: unknown): IDataObject[] {
	if (isNoContent(body)) return [{ success: true }];
	const isMessage = isRecord(body) && typeof body.message === 'string' && body.message !== '';
	if (isMessage && !saysFailure(body)) return [{ success: true, ...body }];
	throw unexpectedBody(kindOf(body), 'a confirmation', lookFirst);
}
