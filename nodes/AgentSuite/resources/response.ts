/**
 * What operations return: `record`, `list`, `listIn`, or `confirmation`, each with an example. Any object with one of its fields is
 * a record. A body that reports a failure is one only with all of them, and never with `success: false`.
 */

import type { IDataObject } from 'n8n-workflow';

import { doubtAbout } from '../texts/doubt';
import type { Effect, OnSkipped, ResponseSpec } from '../model/operation';
import { Problem } from '../model/problem';
import { isRecord, textOf } from '../model/record';

/** A record in a list. */
function entry(documented: IDataObject): Pick<ResponseSpec, 'documented' | 'recordOf'> {
	const isLike = hasFieldOf(documented);
	return { documented, recordOf: (value) => (isLike(value) ? value : undefined) };
}

/** A body that is the record. */
export function record(documented: IDataObject): ResponseSpec {
	const { recordOf } = entry(documented);
	const names = Object.keys(documented);
	return {
		expected: 'a record',
		documented,
		recordOf(body) {
			const others = Object.entries(body).filter(([name]) => !names.includes(name));
			const isWhole = names.every((name) => Object.hasOwn(body, name));
			return isWhole || !isRejection(Object.fromEntries(others)) ? recordOf(body) : undefined;
		},
	};
}

/** A body that is a list of records. @param documented one of them */
export const list = (documented: IDataObject): ResponseSpec => ({
	...entry(documented),
	expected: 'a list of records',
	listOf: (body) => body,
});

/** A body with a list of records in a field. @param documented one of them */
export const listIn = (name: string, documented: IDataObject): ResponseSpec => ({
	...entry(documented),
	expected: `an object with the list '${name}'`,
	listOf: (body) => (isRecord(body) ? body[name] : undefined),
});

/**
 * No record, but a message, `success: true`, or nothing at all with a status such as 204. Bodies of errors have a message too, so
 * nothing in this one can say that it is one.
 * @param message an example, if there is one
 */
export const confirmation = (message?: string): ResponseSpec => ({
	expected: 'a confirmation',
	documented: { success: true, ...(message !== undefined && { message }) },
	recordOf(body) {
		const { message: said, success } = body;
		const isConfirmed = success === true || (typeof said === 'string' && said !== '');
		return isConfirmed && !isRejection(body) ? { success: true, ...body } : undefined;
	},
});

/** Documented names that the bodies of errors have too, so they do not show that a body is a record. */
const OF_ERRORS_TOO = ['name', 'type', 'title', 'status', 'description', 'message'];

/** Whether an object has a documented field. If errors can have each of them, it needs all. */
function hasFieldOf(documented: IDataObject) {
	const names = Object.keys(documented);
	const own = names.filter((name) => !OF_ERRORS_TOO.includes(name));
	return (body: IDataObject): boolean => {
		const isThere = (name: string) => Object.hasOwn(body, name);
		return own.length > 0 ? own.some(isThere) : names.every(isThere);
	};
}

const saysFailure = (body: unknown): boolean => isRecord(body) && body.success === false;

/** Whether a body that is no documented record reports a failure. */
function isRejection(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const { error, errors, code, status, statusCode } = body;
	const isFilled = (value: unknown) => !['', 'false', '0', '[]'].includes(textOf(value));
	const isOfFailure = (value: unknown) =>
		Number(textOf(value)) >= 400 || /^(?:error|fail)/i.test(textOf(value));
	return (
		saysFailure(body) ||
		[error, errors].some(isFilled) ||
		[code, status, statusCode].some(isOfFailure)
	);
}

/** What a body is instead of a success, in words. */
function kindOf(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'a list';
	if (saysFailure(body)) return "'success: false'";
	if (isRejection(body)) return 'a rejection';
	if (isRecord(body)) return 'an object without any of the expected fields';
	if (typeof body !== 'string') return `a ${typeof body}`;
	return /^\s*<(!doctype|html|\?xml)/i.test(body) ? 'an HTML page' : 'text that is not JSON';
}

const checkBaseUrl =
	'Check that the base URL in the credential points to the API, not to a website, login page, or proxy.';
const tryAgain =
	'If it does, try again. If this keeps happening, contact the maintainers of this node.';

/** What to do about a body that is no success. */
function adviceFor(body: unknown, effect: Effect): string {
	if (!isRejection(body))
		return `${checkBaseUrl} ${effect === 'read' ? tryAgain : doubtAbout[effect]}`;
	// Another API, at a wrong base URL, can reject it too.
	const orBaseUrl = saysFailure(body) ? '' : ', and the base URL in the credential';
	return `The service reports that the request did not succeed. Check the parameters of the node${orBaseUrl}. ${doubtAbout[effect]}`;
}

/**
 * Makes the `readRecords` of an operation. A list in which no entry is a record is not read as an empty list, but refused. A write can
 * also return nothing, with a status such as 204.
 */
export function recordsReader({ expected, recordOf, listOf }: ResponseSpec, effect: Effect) {
	const unexpected = (body: unknown, returned = kindOf(body)) =>
		new Problem({
			kind: 'response',
			message: `The service returned ${returned} instead of ${expected}`,
			description: adviceFor(body, effect),
		});
	const read = (value: unknown) => (isRecord(value) ? recordOf(value) : undefined);

	return (body: unknown, onSkipped?: OnSkipped): IDataObject[] => {
		// Undefined only after such a status. An empty body after another one is an empty text.
		if (body === undefined && effect !== 'read') return [{ success: true }];
		const entries = listOf ? listOf(body) : [body];
		if (saysFailure(body) || !Array.isArray(entries)) throw unexpected(body);
		const records = entries.map(read).filter((entry) => entry !== undefined);
		const skipped = entries.length - records.length;
		if (skipped > 0 && records.length === 0)
			throw unexpected(body, listOf && 'a list without any of the expected fields');
		// Empty records, and those of another kind.
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};
}
