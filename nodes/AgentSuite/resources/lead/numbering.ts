import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';

/** Number of records that long work handles before it can pause. */
export const STEP = 5000;

/**
 * Numbers the records with the same identity from 1, in the order of the list. A record that is listed twice gets one
 * number. It pauses regularly, so that a long list does not block n8n.
 */
export function* numbering(
	records: IDataObject[],
	identity: (record: IDataObject) => string,
): Generator<void, number[]> {
	/** The first record of an identity, or if there are several, the number of each by its text. */
	const known = new Map<string, number | Map<string, number>>();
	const numbers: number[] = [];
	for (const [index, record] of records.entries()) {
		if (index % STEP === STEP - 1) yield;
		const key = identity(record);
		const others = known.get(key);
		if (others === undefined) {
			known.set(key, index);
			numbers.push(1);
			continue;
		}
		const same = typeof others === 'number' ? new Map([[textOf(records[others]), 1]]) : others;
		known.set(key, same);
		const text = textOf(record);
		const number = same.get(text) ?? same.size + 1;
		same.set(text, number);
		numbers.push(number);
	}
	return numbers;
}
