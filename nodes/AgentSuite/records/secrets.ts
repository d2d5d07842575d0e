/**
 * Secrets that the service returns. They are removed before filters, `addFromList`, `simplify`, `shape`, `emit`, `example`, and `entries`
 * get the records. So no field that these rename or add can contain one, unless the user includes secrets. `WatchedList` names what gets
 * all.
 */

import type { IDataObject } from 'n8n-workflow';

import type { ReadParameters } from '../model/parameterTypes';
import type { Secrets } from '../model/endpoint';
import { isRecord } from './record';

/** The name of the option that `Secrets.option` adds. */
export const INCLUDE_SECRETS = 'includeSecrets';

/** Whether that option is on. */
export const includesSecrets = (parameters?: ReadParameters): boolean =>
	parameters?.options?.[INCLUDE_SECRETS] === true;

/** The records without their secrets. @param parameters can include them, if the secrets have an `option` */
export function withoutSecrets(
	records: IDataObject[],
	secrets: Secrets | undefined,
	parameters?: ReadParameters,
): IDataObject[] {
	if (!secrets || (secrets.option !== undefined && includesSecrets(parameters))) return records;
	const paths = secrets.paths.map((path) => path.split('.'));
	return records.map((record) => paths.reduce(without, record));
}

/** A copy of the record without the value at a path such as `platform`, `config`. */
function without(record: IDataObject, [name, ...deeper]: string[]): IDataObject {
	if (!Object.hasOwn(record, name)) return record;
	const { [name]: value, ...rest } = record;
	if (deeper.length === 0) return rest;
	const inside = (entry: unknown) => (isRecord(entry) ? without(entry, deeper) : entry);
	const shown = Array.isArray(value) ? value.map(inside) : inside(value);
	return { ...record, [name]: shown } as IDataObject;
}
