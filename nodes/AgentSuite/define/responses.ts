/** Where the records of a success are: a `record`, a `list`, a `listIn` a field, or a `confirmation`, and what is none of them. */

import type { IDataObject } from 'n8n-workflow';

import type { RecordSpec, ResponseSpec } from '../model/recordSpec';
import { isRecord } from '../model/record';
import { isRejection } from './rejection';

/** A record in a list: an object with a documented field. */
function entry(spec: RecordSpec): Pick<ResponseSpec, 'record' | 'recordOf'> {
	const isLike = hasFieldOf(spec.documented);
	return {
		record: spec,
		recordOf: (value) => (isRecord(value) && isLike(value) ? value : undefined),
	};
}

/**
 * A body that is the record. One that looks like a rejection is a record only with all documented fields. `success: false` is refused
 * before (`readRecords.ts`).
 */
export function record(spec: RecordSpec): ResponseSpec {
	const { recordOf } = entry(spec);
	const names = Object.keys(spec.documented);
	return {
		record: spec,
		expected: 'a record',
		recordOf(body) {
			if (!isRecord(body)) return undefined;
			const others = Object.entries(body).filter(([name]) => !names.includes(name));
			const isWhole = names.every((name) => Object.hasOwn(body, name));
			return isWhole || !isRejection(Object.fromEntries(others)) ? recordOf(body) : undefined;
		},
	};
}

/** A body that is a list of records. */
export const list = (spec: RecordSpec): ResponseSpec => ({
	...entry(spec),
	expected: 'a list of records',
	listOf: (body) => body,
});

/** A body with a list of records in a field. */
export const listIn = (name: string, spec: RecordSpec): ResponseSpec => ({
	...entry(spec),
	expected: `an object with the list '${name}'`,
	listOf: (body) => (isRecord(body) ? body[name] : undefined),
});

/**
 * No record, but a message, `success: true`, or nothing at all. The body of an error has a message too, so a body with any sign of a
 * failure is no confirmation.
 * @param message an example, if there is one
 */
export const confirmation = (message?: string): ResponseSpec => ({
	expected: 'a confirmation',
	record: { documented: { success: true, ...(message !== undefined && { message }) } },
	recordOf(body) {
		if (body === '') return { success: true };
		if (!isRecord(body)) return undefined;
		const { message: said, success } = body;
		const isConfirmed =
			success === true || (success === undefined && typeof said === 'string' && said !== '');
		return isConfirmed && !isRejection(body) ? { success: true, ...body } : undefined;
	},
});

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
