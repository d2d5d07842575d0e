/**
 * Reads the records of responses. Some services report a failure with the status of a success, so each body is judged:
 *
 * - It says itself that it is no success (`isRefusal`): it is no record, and no list.
 * - It mentions a failure (`namesFailure`): it is no list, and a record only if it has all the fields of one.
 * - Otherwise it is a record if it has a field that only such a record has (`isLike`).
 * - A confirmation has no field of its own, so any field of an error beside its message makes it none, unless that says
 *   that it is a success (`saysSuccess`).
 */

import type { IDataObject } from 'n8n-workflow';

import type { OnSkipped } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord } from '../model/record';

/** Fields of RFC 9457 (problem+json), of JavaScript's errors, and others that the bodies of errors often have. */
const PROBLEM_JSON = ['type', 'title', 'status', 'detail', 'instance'];
const JAVASCRIPT_ERROR = ['name', 'message', 'stack', 'code'];
const USUAL = ['error', 'errors', 'statusCode', 'success', 'description'];
/** A documented record can have them too, so they do not show that a response is one. */
const ERROR_FIELDS = new Set([...PROBLEM_JSON, ...JAVASCRIPT_ERROR, ...USUAL]);

const isErrorField = (name: string) => ERROR_FIELDS.has(name);

const tryAgain =
	'If it does, try again. If this keeps happening, contact the maintainers of this node.';
const lookFirst = 'The request may still have been processed. Check before you retry.';

/** What a body is instead of a success, in words. */
function kindOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'a list';
	if (isRecord(body)) {
		return isRefusal(body) || Object.keys(body).some(isErrorField)
			? 'a refusal'
			: 'an object without any of the expected fields';
	}
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

/** Whether a response says itself that it is no success. */
const isRefusal = ({ success, ok }: IDataObject): boolean =>
	[success, ok].some((flag) => flag === false || flag === 'false' || flag === 0);

/** Whether a response mentions a failure, as an error, a list of errors, or the status of an error. */
function namesFailure({ error, errors, status, statusCode, code }: IDataObject): boolean {
	// A list or an object of errors can be empty. An `error` cannot: JavaScript's errors become `{}` in JSON.
	const isEmpty = typeof errors === 'object' && Object.keys(errors ?? {}).length === 0;
	const hasErrors = Boolean(errors) && !isEmpty;
	const isErrorStatus = [status, statusCode, code].some((value) => Number(value) >= 400);
	// 'fail' is JSend's word for a request that was refused.
	return Boolean(error) || hasErrors || isErrorStatus || status === 'error' || status === 'fail';
}

/** The names of the fields that only a record like the sample has. */
const ownFields = (sample: IDataObject): string[] =>
	Object.keys(sample).filter((name) => !isErrorField(name));

/** Whether a value is a record of this kind: it has at least one field that only such a record has. */
function isLike(own: string[], value: unknown): value is IDataObject {
	if (!isRecord(value) || isRefusal(value)) return false;
	return own.some((name) => Object.hasOwn(value, name));
}

/** The same for a response that is the record. An error can have an ID too, so beside one it needs all the fields. */
function isSuccess(own: string[], body: unknown): body is IDataObject {
	if (!isLike(own, body)) return false;
	return !namesFailure(body) || own.every((name) => Object.hasOwn(body, name));
}

/**
 * Reads the one record of a response.
 * @param sample a record of the same kind
 */
export const oneRecord =
	(sample: IDataObject, what: string, advice = tryAgain) =>
	(body: unknown): IDataObject[] => {
		if (isSuccess(ownFields(sample), body)) return [body];
		throw unexpectedBody(kindOf(body), what, advice);
	};

/**
 * Reads the records of a list, without empty ones and those of another kind. A response without any record of the kind is
 * never read as an empty list.
 * @param field name of the field with the list. Default: the response is the list
 */
export const manyRecords =
	(sample: IDataObject, what: string, field?: string) =>
	(body: unknown, onSkipped?: OnSkipped): IDataObject[] => {
		const expected =
			field === undefined ? `a list of ${what}` : `an object with the list '${field}'`;
		const list = field === undefined ? body : isRecord(body) ? body[field] : undefined;
		// An empty list beside an error must not mean that there are no records.
		const isFailure = isRecord(body) && (isRefusal(body) || namesFailure(body));
		if (!Array.isArray(list) || isFailure) throw unexpectedBody(kindOf(body), expected, tryAgain);
		const own = ownFields(sample);
		const records = list.filter((record) => isLike(own, record));
		const skipped = list.length - records.length;
		if (skipped > 0 && records.length === 0) {
			const returned = 'a list without any of the expected fields';
			throw unexpectedBody(returned, `a list of ${what}`, tryAgain);
		}
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};

/** Whether the status itself said that there is no content (204). Otherwise a response without content is refused. */
const isNoContent = (body: unknown) => body === undefined;

/** Reads the result of a write: the record, or `{ success: true }` if the service says that it returns none. */
export const writtenRecord =
	(sample: IDataObject, what: string) =>
	(body: unknown): IDataObject[] =>
		isNoContent(body) ? [{ success: true }] : oneRecord(sample, what, lookFirst)(body);

/** Whether a field that errors can have says that there is none: that it succeeded, or the status of a success. */
function saysSuccess(name: string, value: unknown): boolean {
	if (name === 'success') return value === true || value === 'true' || value === 1;
	if (name !== 'status' && name !== 'statusCode') return false;
	return value === 'success' || value === 'ok' || (Number(value) >= 200 && Number(value) <= 299);
}

/** Reads the result of a write that is only a message. */
export function confirmation(body: unknown): IDataObject[] {
	if (isNoContent(body)) return [{ success: true }];
	if (isRecord(body) && typeof body.message === 'string' && body.message !== '') {
		const { message, ...rest } = body;
		const hasError = Object.entries(rest).some(
			([name, value]) => (isErrorField(name) || /^error/i.test(name)) && !saysSuccess(name, value),
		);
		if (!hasError && !isRefusal(body)) return [{ success: true, message, ...rest }];
	}
	throw unexpectedBody(kindOf(body), 'a confirmation', lookFirst);
}
