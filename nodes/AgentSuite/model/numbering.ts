import type { IDataObject } from 'n8n-workflow';

import { textOf } from './record';

/**
 * Numbers the records with the same identity from 1, in the order of the list. A record that is listed twice gets one
 * number.
 */
export function numberRecords(
	records: IDataObject[],
	identity: (record: IDataObject) => string,
): number[] {
	/** The first record of an identity, or if there are several, the number of each by its text. */
	const known = new Map<string, number | Map<string, number>>();
	return records.map((record, index) => {
		const key = identity(record);
		const others = known.get(key);
		if (others === undefined) {
			known.set(key, index);
			return 1;
		}
		const numbers = typeof others === 'number' ? new Map([[textOf(records[others]), 1]]) : others;
		known.set(key, numbers);
		const text = textOf(record);
		const number = numbers.get(text) ?? numbers.size + 1;
		numbers.set(text, number);
		return number;
	});
}
