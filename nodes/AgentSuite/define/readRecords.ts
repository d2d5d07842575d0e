/** Judges the body of a response whose status is a success: where its records are, what is none, and what reports a failure. */

import type { IDataObject } from 'n8n-workflow';

import type { Effect, Operation } from '../model/operation';
import type { ResponseSpec } from '../model/responseSpec';
import { Problem } from '../model/problem';
import { isRecord, textOf } from '../model/record';
import { sentences } from '../texts/words';

/**
 * Makes the `readRecords` of an operation. A list in which no entry is a record is not read as an empty list, but refused, and so
 * is an empty list beside what reports a failure. A write can also return nothing, with the status 204.
 */
export function recordsReader(response: ResponseSpec, effect: Effect): Operation['readRecords'] {
	const { expected, recordOf, listOf } = finderOf(response);
	return (body, onSkipped) => {
		const unexpected = (returned: string) =>
			new Problem({
				kind: 'response',
				headline: `The service returned ${returned} instead of ${expected}`,
				description: adviceFor(body, effect),
			});
		// A 204 has no body. An empty body after another status is an empty text.
		if (body === undefined && effect !== 'read') return [{ success: true }];
		const entries = listOf ? listOf(body) : [body];
		if (saysFailure(body) || !Array.isArray(entries) || (entries.length === 0 && isRejection(body)))
			throw unexpected(bodyInWords(body));
		const records = entries.map(recordOf).filter((entry) => entry !== undefined);
		const skipped = entries.length - records.length;
		if (skipped > 0 && records.length === 0)
			throw unexpected(listOf ? 'a list without any of the expected fields' : bodyInWords(body));
		// Empty records, and those of another kind.
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};
}

/** What a body is instead of a success, in words. */
function bodyInWords(body: unknown): string {
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
const contactMaintainers = 'If this keeps happening, contact the maintainers of this node.';

/** What to do about a body that is no success. */
function adviceFor(body: unknown, effect: Effect): string {
	if (!isRejection(body)) return sentences(checkBaseUrl, effect === 'read' && contactMaintainers);
	// Another API, at a wrong base URL, can reject it too.
	const orBaseUrl = saysFailure(body) ? '' : ', and the base URL in the credential';
	return `The service reports that the request did not succeed. Check the parameters of the node${orBaseUrl}.`;
}

/** Finds the records in a body. */
interface Finder {
	/** What is expected, in words. */
	expected: string;
	/** The record in a body, or in an entry of its list. Undefined if it is none. An empty body is an empty text. */
	recordOf(value: unknown): IDataObject | undefined;
	/** The list in a body. Without it, the body is the record. */
	listOf?(body: unknown): unknown;
}

function finderOf({ kind, field, documented }: ResponseSpec): Finder {
	if (kind === 'list') return ofList(documented, field);
	return kind === 'record' ? ofRecord(documented) : ofConfirmation;
}

/** Records in a list: objects with a documented field. */
function ofList(documented: IDataObject, field: string | undefined): Finder {
	const isLike = hasFieldOf(documented);
	return {
		expected: field === undefined ? 'a list of records' : `an object with the list '${field}'`,
		recordOf: (value) => (isRecord(value) && isLike(value) ? value : undefined),
		listOf(body) {
			if (field === undefined) return body;
			return isRecord(body) ? body[field] : undefined;
		},
	};
}

/**
 * A body that is the record. One that looks like a rejection is a record only with all documented fields. `success: false` is refused
 * before.
 */
function ofRecord(documented: IDataObject): Finder {
	const isLike = hasFieldOf(documented);
	const names = Object.keys(documented);
	return {
		expected: 'a record',
		recordOf(body) {
			if (!isRecord(body) || !isLike(body)) return undefined;
			const others = Object.entries(body).filter(([name]) => !names.includes(name));
			const isWhole = names.every((name) => Object.hasOwn(body, name));
			return isWhole || !isRejection(Object.fromEntries(others)) ? body : undefined;
		},
	};
}

/**
 * No record, but a message, `success: true`, or nothing at all. The body of an error has a message too, so a body with any sign of a
 * failure is no confirmation.
 */
const ofConfirmation: Finder = {
	expected: 'a confirmation',
	recordOf(body) {
		if (body === '') return { success: true };
		if (!isRecord(body)) return undefined;
		const { message: said, success } = body;
		const isConfirmed =
			success === undefined
				? typeof said === 'string' && said !== ''
				: ['true', '1'].includes(textOf(success));
		return isConfirmed && !isRejection(body) ? { success: true, ...body } : undefined;
	},
};

/** Names of fields that the bodies of errors have too, so they do not show that a body is a record. */
const AMBIGUOUS_FIELDS = ['name', 'type', 'title', 'status', 'description', 'message'];

/** Whether an object has a documented field. If errors can have each of them, it needs all. */
function hasFieldOf(documented: IDataObject) {
	const names = Object.keys(documented);
	const own = names.filter((name) => !AMBIGUOUS_FIELDS.includes(name));
	return (body: IDataObject): boolean => {
		const isThere = (name: string) => Object.hasOwn(body, name);
		return own.length > 0 ? own.some(isThere) : names.every(isThere);
	};
}

/** Whether a body says in plain words that the request has failed. */
const saysFailure = (body: unknown): boolean => isRecord(body) && body.success === false;

/** Whether a body that is no documented record reports a failure. */
function isRejection(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const { success, error, errors, code, status, statusCode } = body;
	const isFilled = (value: unknown) => !['', 'false', '0', '[]'].includes(textOf(value));
	const isOfFailure = (value: unknown) => /^(?:[45]\d\d$|error|fail)/i.test(textOf(value));
	return (
		['false', '0'].includes(textOf(success)) ||
		[error, errors].some(isFilled) ||
		[code, status, statusCode].some(isOfFailure)
	);
}
