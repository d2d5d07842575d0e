import type { IDataObject } from 'n8n-workflow';

import type { Before, Part, WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { hashOf, murmur3 } from './hash';
import {
	emptyRows,
	FIRST_PART,
	IDENTITY,
	partsOf,
	type PartValues,
	type Rows,
	type Snapshot,
} from './rows';

/** Maximum number of texts to keep, and of names of undocumented fields. */
export const MAX_TEXTS = 250;
/** Maximum length of a text to keep. Others are still compared by hash. */
const MAX_LENGTH = 60;
/** Keeps the hash of the identity independent of a part with the same text. */
const IDENTITY_SEED = 1;

/** Encodes the records as rows, without number and day. The literals include those of the snapshot. */
export function encode(
	list: WatchedList,
	records: IDataObject[],
	{ rows: before, literals: known }: Snapshot,
): Snapshot {
	const rows = emptyRows(list, records.length);
	const literals = new Map(known);
	const otherFields = new Set<string>();

	const hashOthers = (record: IDataObject, except: readonly string[]) => {
		// A sum, because the order of the fields does not matter.
		let sum = 0;
		for (const name of Object.keys(record)) {
			if (except.includes(name)) continue;
			const text = textOf(record[name]);
			if (text === '') continue;
			if (otherFields.size < MAX_TEXTS) otherFields.add(name);
			sum = (sum + hashOf(`${name}: ${text}`)) >>> 0;
		}
		return sum;
	};
	const hashPart = (part: Part, record: IDataObject, identity: string, previous?: number) => {
		if (part.kind === 'field') return hashOf(textOf(record[part.name]));
		if (part.kind === 'others') return hashOthers(record, part.except);
		if (part.kind === 'identity') return hashOf(identity);
		const text = part.literal(record, previous === undefined ? undefined : known.get(previous));
		const hash = hashOf(text);
		literals.set(hash, text);
		return hash;
	};

	const parts = partsOf(list);
	records.forEach((record, row) => {
		const identity = list.identity(record);
		rows[IDENTITY][row] = murmur3(identity, IDENTITY_SEED);
		const isKnown = before[IDENTITY][row] === rows[IDENTITY][row];
		for (const { part, column } of parts) {
			const previous = isKnown ? before[column][row] : undefined;
			rows[column][row] = hashPart(part, record, identity, previous);
		}
	});
	return { rows, literals, otherFields: [...otherFields] };
}

/** The literals that rows still use, within the limits for stored texts. */
export function literalsInUse(
	list: WatchedList,
	rows: Rows,
	literals: Snapshot['literals'],
	others: Iterable<PartValues> = [],
): Snapshot['literals'] {
	const parts = partsOf(list).filter(({ part }) => part.kind === 'literal');
	const hashes = new Set(parts.flatMap(({ column }) => [...new Set(rows[column])]));
	for (const values of others)
		for (const { column } of parts) hashes.add(values[column - FIRST_PART]);
	const kept = [...literals].filter(
		([hash, text]) => hashes.has(hash) && text.length <= MAX_LENGTH,
	);
	return new Map(kept.slice(0, MAX_TEXTS));
}

/** Compares the parts of a record with earlier ones. Undefined if nothing changed. */
export function beforeOf(
	list: WatchedList,
	record: IDataObject,
	was: PartValues,
	now: PartValues,
	{ literals, otherFields }: Pick<Snapshot, 'literals' | 'otherFields'>,
): Before | undefined {
	const changed = list.parts.filter((_part, index) => was[index] !== now[index]);
	if (changed.length === 0) return undefined;
	const names = changed.flatMap((part) => {
		if (part.kind !== 'others') return [part.name];
		// It is not known which of them changed, so all current and earlier names are listed.
		const known = [...new Set([...Object.keys(record), ...otherFields])];
		const unnamed = known.filter((name) => !part.except.includes(name));
		return unnamed.length > 0 ? unnamed : [part.name];
	});
	const literal = (name: string) =>
		literals.get(was[list.parts.findIndex((part) => part.name === name)]);
	return { changed: names, literal };
}
