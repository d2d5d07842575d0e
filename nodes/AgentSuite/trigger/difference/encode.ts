import type { IDataObject } from 'n8n-workflow';

import type { Before, Part, WatchedList } from '../../model/event';
import { textOf } from '../../model/record';
import { hashOf, murmur3 } from './hash';
import { emptyRows, IDENTITY, partsOf, type Rows, type Snapshot } from './rows';

/** Maximum number of texts to keep, and of names of undocumented fields. */
export const MAX_TEXTS = 250;
/** Maximum length of a text to keep. Others are still compared by hash. */
const MAX_LENGTH = 60;
/** Keeps the hash of the identity independent of a part with the same text. */
const IDENTITY_SEED = 1;

/** Encodes the records as rows, without number and day. The words include those of the snapshot. */
export function encode(
	list: WatchedList,
	records: IDataObject[],
	{ rows: before, words: known }: Snapshot,
): Snapshot {
	const rows = emptyRows(list, records.length);
	const words = new Map(known);
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
		words.set(hash, text);
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
	return { rows, words, otherFields: [...otherFields] };
}

/** The words that rows still use, within the limits for stored texts. */
export function wordsInUse(list: WatchedList, rows: Rows, words: Snapshot['words']) {
	const literals = partsOf(list).filter(({ part }) => part.kind === 'literal');
	const hashes = new Set(literals.flatMap(({ column }) => [...new Set(rows[column])]));
	const kept = [...words].filter(([hash, text]) => hashes.has(hash) && text.length <= MAX_LENGTH);
	return new Map(kept.slice(0, MAX_TEXTS));
}

/** Compares a row with the record as it is now. Undefined if nothing changed. */
export function beforeOf(
	list: WatchedList,
	record: IDataObject,
	{ rows: was, words, otherFields }: Snapshot,
	at: number,
	now: Rows,
	row: number,
): Before | undefined {
	const parts = partsOf(list);
	const changed = parts.filter(({ column }) => was[column][at] !== now[column][row]);
	if (changed.length === 0) return undefined;
	const names = changed.flatMap(({ part }) => {
		if (part.kind !== 'others') return [part.name];
		// It is not known which of them changed, so all current and earlier names are listed.
		const known = [...new Set([...Object.keys(record), ...otherFields])];
		const unnamed = known.filter((name) => !part.except.includes(name));
		return unnamed.length > 0 ? unnamed : [part.name];
	});
	const literal = (name: string) => {
		const found = parts.find(({ part }) => part.name === name);
		return found && words.get(was[found.column][at]);
	};
	return { changed: names, literal };
}
