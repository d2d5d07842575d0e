import type { IDataObject } from 'n8n-workflow';

/** Any JSON object that is not an array. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
