import type { IDataObject } from 'n8n-workflow';

import type { Before, WatchedList } from '../model/event';
import { textOf } from '../model/record';
import { murmur3 } from './hash';
import { emptyRows, IDENTITY, partsOf, type RowPart, type Rows } from './rows';
import type { Snapshot } from './snapshot';

/** Maximum number of texts to keep. Others are still compared by hash. */
const MAX_WORDS = 250;
const MAX_WORD_LENGTH = 60;
/** Maximum number of names of undocumented fields to keep. */
const MAX_OTHER_FIELDS = 100;
/** Seeds that keep the hashes of the identity independent of each other and of parts with the same text. */
const [IDENTITY_SEED, SECOND_SEED] = [1, 2];

/** A hash that is 0 only for an empty text. */
const hashOf = (text: string) => (text === '' ? 0 : murmur3(text) || 1);

/** The words by hash, so that a list with many changes hashes them once. */
const textsOf = new WeakMap<string[], Map<number, string>>();

/** Finds the text of a hash. Undefined if the text is not kept. */
function wordFinder(words: string[]): (hash: number) => string | undefined {
	const texts = textsOf.get(words) ?? new Map(words.map((word) => [hashOf(word), word]));
	textsOf.set(words, texts);
	return (hash) => (hash === 0 ? '' : texts.get(hash));
}

/** Encodes the records as rows, without number and day. The words include those of the snapshot. */
export function encode(
	list: WatchedList,
	records: IDataObject[],
	{ listed: before, words }: Snapshot,
): { rows: Rows; words: string[]; otherFields: string[] } {
	const rows = emptyRows(list, records.length);
	const wordOf = wordFinder(words);
	/** Hashes of the literals, of which only a few are different. */
	const literals = new Map<string, number>();
	const otherFields = new Set<string>();

	const hashLiteral = (text: string) => {
		const known = literals.get(text);
		if (known !== undefined) return known;
		const hash = hashOf(text);
		literals.set(text, hash);
		return hash;
	};
	const hashOthers = (record: IDataObject, except: readonly string[]) => {
		// A sum, because the order of the fields does not matter.
		let sum = 0;
		for (const name of Object.keys(record)) {
			if (except.includes(name)) continue;
			const text = textOf(record[name]);
			if (text === '') continue;
			if (otherFields.size < MAX_OTHER_FIELDS) otherFields.add(name);
			sum = (sum + hashOf(`${name}: ${text}`)) >>> 0;
		}
		return sum;
	};

	const hashPart = (part: RowPart, record: IDataObject, identity: string, previous?: number) => {
		if (part.kind === 'field') return hashOf(textOf(record[part.name]));
		if (part.kind === 'others') return hashOthers(record, part.except);
		if (part.kind === 'identity') return murmur3(identity, SECOND_SEED);
		return hashLiteral(part.literal(record, previous === undefined ? undefined : wordOf(previous)));
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
	return {
		rows,
		words: [...new Set([...words, ...literals.keys()])],
		otherFields: [...otherFields],
	};
}

/** The words that rows still use, within the limits for stored texts. */
export function wordsInUse(list: WatchedList, words: string[], all: Rows[]): string[] {
	const hashes = new Set<number>();
	for (const { part, column } of partsOf(list)) {
		if (part.kind !== 'literal') continue;
		for (const rows of all) for (const hash of rows[column]) hashes.add(hash);
	}
	const isKept = (word: string) =>
		word !== '' && word.length <= MAX_WORD_LENGTH && hashes.has(hashOf(word));
	return words.filter(isKept).slice(0, MAX_WORDS);
}

/** Compares a row with the record as it is now. Undefined if nothing changed. */
export function beforeOf(
	list: WatchedList,
	record: IDataObject,
	{ words, otherFields }: Snapshot,
	[was, at]: [Rows, number],
	[now, row]: [Rows, number],
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
		const found = parts.find(({ part }) => part.kind === 'literal' && part.name === name);
		return found && wordFinder(words)(was[found.column][at]);
	};
	return { changed: names, literal };
}
