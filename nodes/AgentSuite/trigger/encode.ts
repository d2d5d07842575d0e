import type { IDataObject } from 'n8n-workflow';

import type { Before, Part, WatchedList } from '../model/event';
import { textOf } from '../model/record';
import { murmur3 } from './hash';
import { emptyRows, identityOf, type Layout, type Rows } from './layout';
import type { Snapshot } from './snapshot';

/** Literals at most, so that their number fits into a byte; a text beyond is compared by its hash. */
const MAX_WORDS = 254;
const MAX_WORD_LENGTH = 60;
/** Names of fields that the interface does not show, kept at most. */
const MAX_OTHER_FIELDS = 100;

/** A hash that is 0 for an empty text, and for nothing else. */
function hashOf(text: string): number {
	return text === '' ? 0 : murmur3(text) || 1;
}

/** Turns the texts of literals into numbers: from 1 on, 0 for an empty one, from 255 on a hash. */
class Words {
	private readonly numbers: Map<string, number>;

	constructor(readonly words: string[]) {
		this.numbers = new Map(words.map((word, index) => [word, index + 1]));
	}

	numberOf(text: string): number {
		if (text === '') return 0;
		const known = this.numbers.get(text);
		if (known !== undefined) return known;
		if (text.length > MAX_WORD_LENGTH || this.words.length >= MAX_WORDS) {
			return Math.max(hashOf(text), MAX_WORDS + 1);
		}
		this.words.push(text);
		this.numbers.set(text, this.words.length);
		return this.words.length;
	}
}

const wordOf = (words: readonly string[], number: number) =>
	number === 0 ? '' : words[number - 1];

/** The records as rows, all but their ordinals. */
export function encode(
	list: WatchedList,
	records: IDataObject[],
	known: Pick<Snapshot, 'listed' | 'words'>,
	layout: Layout,
): Pick<Snapshot, 'listed' | 'words' | 'otherFields'> {
	const rows = emptyRows(records.length, layout);
	const words = new Words([...known.words]);
	const otherFields = new Set<string>();

	const others = (record: IDataObject, except: readonly string[]) => {
		// A sum, since the order of the fields means nothing.
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
	const numberOf = (part: Part, record: IDataObject, row: number, column: number): number => {
		if (part.kind === 'field') return hashOf(textOf(record[part.name]));
		if (part.kind === 'others') return others(record, part.except);
		const same =
			row < known.listed.count &&
			identityOf(known.listed, row, layout) === identityOf(rows, row, layout);
		const previous = same ? wordOf(known.words, known.listed.columns[column][row]) : undefined;
		return words.numberOf(part.literal(record, previous));
	};

	records.forEach((record, row) => {
		const identity = list.identity(record);
		for (const column of layout.identity) rows.columns[column][row] = murmur3(identity, column);
		for (const { part, column } of layout.parts) {
			rows.columns[column][row] = numberOf(part, record, row, column);
		}
	});
	return { listed: rows, words: words.words, otherFields: [...otherFields] };
}

/** What has changed from a row to the record that it is now; undefined when nothing has. */
export function beforeOf(
	record: IDataObject,
	{ words, otherFields }: Pick<Snapshot, 'words' | 'otherFields'>,
	[was, at]: [Rows, number],
	[now, row]: [Rows, number],
	{ parts }: Layout,
): Before | undefined {
	const changed = parts.filter(
		({ column }) => was.columns[column][at] !== now.columns[column][row],
	);
	if (changed.length === 0) return undefined;
	const names = changed.flatMap(({ part }) => {
		if (part.kind !== 'others') return [part.name];
		// Which of them has changed is not known, so all are named: those that are there, and those that were.
		const known = [...new Set([...Object.keys(record), ...otherFields])];
		const unnamed = known.filter((name) => !part.except.includes(name));
		return unnamed.length > 0 ? unnamed : [part.name];
	});
	const literals = parts
		.filter(({ part }) => part.kind === 'literal')
		.map(({ part, column }) => [part.name, wordOf(words, was.columns[column][at])] as const);
	return { changed: names, literal: (name) => new Map(literals).get(name) };
}

/** Drops the words that no row has any more. */
export function dropUnusedWords(snapshot: Snapshot, { parts }: Layout): void {
	const literals = parts.filter(({ part }) => part.kind === 'literal');
	const columns = [snapshot.listed, ...snapshot.removed.map(({ rows }) => rows)].flatMap((rows) =>
		literals.map(({ column }) => rows.columns[column]),
	);
	const numbers = new Uint8Array(MAX_WORDS + 1);
	for (const column of columns)
		for (const number of column) if (number <= MAX_WORDS) numbers[number] = 1;
	const used = snapshot.words.filter((_word, index) => numbers[index + 1] === 1);
	if (used.length === snapshot.words.length) return;
	snapshot.words.forEach((word, index) => (numbers[index + 1] = used.indexOf(word) + 1));
	for (const column of columns) {
		column.forEach((number, row) => {
			if (number <= MAX_WORDS) column[row] = numbers[number];
		});
	}
	snapshot.words = used;
}
