/**
 * Secrets that the service returns. What files of `resources/` make of records, they make of records without their secrets, unless the
 * user includes them. So no field that they rename or add can carry one.
 */

import type { IDataObject } from 'n8n-workflow';

import type { Secrets } from '../model/operation';
import { isRecord } from '../model/record';

/** The records without their secrets. @param parameters can include them */
export function withoutSecrets(
	records: IDataObject[],
	secrets: Secrets | undefined,
	parameters?: unknown,
): IDataObject[] {
	const { options } = (parameters ?? {}) as { options?: { includeSecrets?: boolean } };
	if (!secrets || options?.includeSecrets) return records;
	const paths = secrets.paths.map((path) => path.split('.'));
	return records.map((record) => paths.reduce(without, record));
}

/** A copy of the record without the value at a path such as `platform`, `config`. */
function without(record: IDataObject, [name, ...deeper]: string[]): IDataObject {
	if (!Object.hasOwn(record, name)) return record;
	const value = record[name];
	const copy = { ...record };
	if (deeper.length === 0) delete copy[name];
	else if (Array.isArray(value)) {
		copy[name] = value.map((entry) => (isRecord(entry) ? without(entry, deeper) : entry));
	} else if (isRecord(value)) copy[name] = without(value, deeper);
	return copy;
}
