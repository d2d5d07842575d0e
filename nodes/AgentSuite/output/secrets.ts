/** Secrets that the service returns, which the output leaves out, and those that it was sent, which no message repeats. */

import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../model/record';
import type { Operation } from '../model/operation';

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

/** The records without the secrets that their operation declares. */
export function hideSecrets(
	{ secrets = [] }: Pick<Operation, 'secrets'>,
	records: IDataObject[],
): IDataObject[] {
	if (secrets.length === 0) return records;
	return records.map((record) =>
		secrets.reduce((rest, path) => without(rest, path.split('.')), record),
	);
}

/** All texts and numbers in a value, at any depth. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	// It grows while it is read.
	const rest = [value];
	for (const next of rest) {
		if (typeof next === 'string' || typeof next === 'number') texts.push(String(next));
		else if (typeof next === 'object' && next !== null) {
			// Not with a spread, which overflows the stack for 130,000 values.
			for (const inner of Object.values(next)) rest.push(inner);
		}
	}
	return texts;
}

/** The texts and numbers in the secret fields of an operation, which no message can repeat. */
export function secretsSent(
	{ secretParameters = [] }: Pick<Operation, 'secretParameters'>,
	parameters: Readonly<Record<string, unknown>>,
): string[] {
	return secretParameters.flatMap((name) => textsIn(parameters[name]));
}

/** The texts and numbers in its other fields. */
export function ordinaryTexts(
	{ secretParameters = [] }: Pick<Operation, 'secretParameters'>,
	parameters: Readonly<Record<string, unknown>>,
): string[] {
	const ordinary = Object.entries(parameters).filter(([name]) => !secretParameters.includes(name));
	return ordinary.flatMap(([, value]) => textsIn(value));
}
