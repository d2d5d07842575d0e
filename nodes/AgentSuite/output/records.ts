/** What of a record is in the output: not its secrets, and no field `error`. */

import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Operation } from '../model/operation';

/** The records without the secrets that their operation declares. @param include whether the user includes them */
export function hideSecrets(
	{ secrets }: Pick<Operation, 'secrets'>,
	records: IDataObject[],
	include = false,
): IDataObject[] {
	if (include || !secrets) return records;
	return records.map((record) =>
		secrets.paths.reduce((rest, path) => without(rest, path.split('.')), record),
	);
}

/** A copy of the record without the value at a dotted path such as `platform.config`. */
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

/** Renames a field `error`: for one in the first item of a success, n8n would run the node again (n8n #14423). */
export function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	let name = 'serviceError';
	// A service or an operation can have a field of that name too.
	while (Object.hasOwn(rest, name)) name += '_';
	return { ...rest, [name]: error };
}
