import type { IDataObject } from 'n8n-workflow';

import { textOf } from './record';

/**
 * Numbers the records of a list among those of the same identity, from 1 on, in the order of the list. A record
 * that is listed twice has one number.
 */
export function numberRecords(
	records: IDataObject[],
	identity: (record: IDataObject) => string,
): number[] {
	/** The first record of an identity, and from the second on the number of what each says. */
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
