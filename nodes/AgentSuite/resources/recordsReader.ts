import type { IDataObject } from 'n8n-workflow';

import type { Effect, OnSkipped, ResponseSpec } from '../model/operation';
import { isRejection, saysFailure } from './rejection';
import { unexpectedBody } from './unexpectedBody';

/**
 * Makes the `readRecords` of an operation. A list in which no entry is a record is not read as an empty list, but refused, and so
 * is an empty list beside what reports a failure. A write can also return nothing, with the status 204.
 */
export const recordsReader =
	({ expected, recordOf, listOf }: ResponseSpec, effect: Effect) =>
	(body: unknown, onSkipped?: OnSkipped): IDataObject[] => {
		// Undefined only after a 204. An empty body after another status is an empty text.
		if (body === undefined && effect !== 'read') return [{ success: true }];
		const entries = listOf ? listOf(body) : [body];
		if (saysFailure(body) || !Array.isArray(entries) || (entries.length === 0 && isRejection(body)))
			throw unexpectedBody(body, expected, effect);
		const records = entries.map(recordOf).filter((entry) => entry !== undefined);
		const skipped = entries.length - records.length;
		if (skipped > 0 && records.length === 0) {
			const returned = listOf && 'a list without any of the expected fields';
			throw unexpectedBody(body, expected, effect, returned);
		}
		// Empty records, and those of another kind.
		if (skipped > 0) onSkipped?.(skipped);
		return records;
	};
