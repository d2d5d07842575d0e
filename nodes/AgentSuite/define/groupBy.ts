import type { IDataObject } from 'n8n-workflow';

/** The records by a key of theirs, in the order of the list. */
export function groupBy(
	records: IDataObject[],
	keyOf: (record: IDataObject) => string,
): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>();
	for (const record of records) {
		const key = keyOf(record);
		const group = groups.get(key) ?? [];
		group.push(record);
		groups.set(key, group);
	}
	return groups;
}
