/** Where the records of a body are, and what is none. */

import type { IDataObject } from 'n8n-workflow';

import type { ResponseSpec } from '../model/endpoint';
import { isRecord, textOf } from '../records/record';
import { isRejection } from './rejection';

/** Finds the records in a body. */
interface Finder {
	/** What is expected, in words. */
	expected: string;
	/** The record in a body, or in an entry of its list. Undefined if it is none. An empty body is an empty text. */
	recordOf(value: unknown): IDataObject | undefined;
	/** The list in a body. Without it, the body is the record. */
	listOf?(body: unknown): unknown;
}

export function finderOf({ kind, listIn, documented }: ResponseSpec): Finder {
	if (kind === 'list') return ofList(documented, listIn);
	return kind === 'record' ? ofRecord(documented) : ofConfirmation;
}

/** Records in a list: objects with a documented field. */
function ofList(documented: IDataObject, listIn: string | undefined): Finder {
	const isLike = hasFieldOf(documented);
	return {
		expected: listIn === undefined ? 'a list of records' : `an object with the list '${listIn}'`,
		recordOf: (value) => (isRecord(value) && isLike(value) ? value : undefined),
		listOf(body) {
			if (listIn === undefined) return body;
			return isRecord(body) ? body[listIn] : undefined;
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
			const isWhole = names.every((name) => Object.hasOwn(body, name));
			return isWhole || !looksRejected(body, names) ? body : undefined;
		},
	};
}

/** Whether the fields that no record has report a failure, or the message among them explains one that a field of records reports. */
function looksRejected(body: IDataObject, names: string[]): boolean {
	const others = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
	return isRejection(others) || (textOf(others.message) !== '' && isRejection(body));
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
