import type { IDataObject } from 'n8n-workflow';

/** Any JSON object that is not an array. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields with these names that a record has, in the order of the names. */
export const pickFields = (record: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(
		names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
	);

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

/** Levels of nesting that are read, because reading deeper values could exceed the stack. What is below is not compared. */
export const MAX_DEPTH = 100;

/** The value with sorted keys and without entries whose value is null. An object becomes a list of its entries, which JSON keeps in order. */
function sorted(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return '…';
	if (Array.isArray(value)) return value.map((entry) => sorted(entry, depth + 1));
	const filled = Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null);
	return filled
		.sort(([left], [right]) => (left < right ? -1 : 1))
		.map(([name, entry]) => [name, sorted(entry, depth + 1)]);
}

/** A value as text, equal for values that mean the same, down to `MAX_DEPTH`. Null and absent values are empty. */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value);
}

/** A deep copy. `structuredClone` exceeds the stack for deeply nested values. Below `MAX_DEPTH`, parts are shared. */
export function copyOf<T>(value: T, depth = 0): T {
	if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
	if (Array.isArray(value)) return value.map((entry: unknown) => copyOf(entry, depth + 1)) as T;
	const copy = { ...value };
	for (const name of Object.keys(copy) as Array<keyof T>) {
		copy[name] = copyOf(copy[name], depth + 1);
	}
	return copy;
}
