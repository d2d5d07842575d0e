import type { IDataObject } from 'n8n-workflow';

import { copyOf, isRecord } from '../model/record';
import type { Operation } from '../model/operation';

/** The records without the secrets that their operation declares. */
export const withoutSecrets = (
	{ secrets }: Pick<Operation, 'secrets'>,
	records: IDataObject[],
): IDataObject[] =>
	secrets
		? records.map((record) =>
				secrets.paths.reduce((rest, path) => without(rest, path.split('.')), record),
			)
		: records;

/**
 * Records as they are in the output: without the secrets that their operation declares, and without a field `error`. They are copies,
 * because nodes that follow can change them.
 * @param includeSecrets whether the user includes them
 */
export function shownRecords(
	operation: Pick<Operation, 'secrets'>,
	records: IDataObject[],
	includeSecrets = false,
): IDataObject[] {
	const allowed = includeSecrets ? records : withoutSecrets(operation, records);
	return allowed.map((record) => withoutErrorField(copyOf(record)));
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
function withoutErrorField(record: IDataObject): IDataObject {
	if (!Object.hasOwn(record, 'error')) return record;
	const { error, ...rest } = record;
	let name = 'serviceError';
	// A service or an operation can have a field of that name too.
	while (Object.hasOwn(rest, name)) name += '_';
	return { ...rest, [name]: error };
}
