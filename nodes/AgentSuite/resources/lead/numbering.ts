import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';

/**
 * Numbers the records with the same identity from 1, in the order of the list. A record that is listed twice gets one
 * number.
 */
export function numbering(
	records: IDataObject[],
	identity: (record: IDataObject) => string,
): number[] {
	/** The first record of an identity, or if there are several, the number of each by its text. */
	const known = new Map<string, number | Map<string, number>>();
	const numbers: number[] = [];
	for (const [index, record] of records.entries()) {
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
