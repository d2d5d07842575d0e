import type { IDataObject } from 'n8n-workflow';

/** Any JSON object that is not an array. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value with sorted keys and without keys that are null. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isRecord(value)) return value;
	const filled = Object.entries(value).filter(([, entry]) => (entry ?? undefined) !== undefined);
	return filled.sort(([left], [right]) => (left < right ? -1 : 1)).map((pair) => pair.map(sorted));
}

/**
 * A value as text, equal for values that mean the same. Null and absent values are empty, and the order of keys does
 * not matter.
 */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value);
}
