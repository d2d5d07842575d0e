/** Shortens records for an AI model, see `toolItems.ts`. */

import type { IDataObject } from 'n8n-workflow';

import { MAX_DEPTH } from '../model/record';
import { startOf } from '../texts/words';

/** Texts up to this length are not shortened, characters. */
const SHORT_TEXT = 200;
/** A brief output leaves out longer texts. A title or a link is shorter, characters. */
const LONG_TEXT = 1000;
/** How much shorter texts are cut at each step, because a character takes one to six bytes, and most do not need what others leave. */
const STEP = 0.8;

/** The items that fit, and whether a text of them is cut. */
interface Capped {
	items: IDataObject[];
	isCut: boolean;
}

/**
 * The records that fit in `bytes`, earlier ones first, with texts as long as these allow. One that is too large by itself does not
 * hide those after it.
 * @param isBrief whether long texts are left out in any case
 */
export function capItems(records: IDataObject[], bytes: number, isBrief: boolean): Capped {
	const cutTo = (length: number) => (record: IDataObject) =>
		cutRecord(record, (text) => (isBrief && text.length > LONG_TEXT ? 0 : length));
	let left = bytes;
	const shown = records.filter((record) => {
		const size = sizeOf(cutTo(SHORT_TEXT)(record));
		const fits = size <= left;
		if (fits) left -= size;
		return fits;
	});
	let length = bytes;
	while (length > SHORT_TEXT && sum(shown.map(cutTo(length)).map(sizeOf)) > bytes)
		length = Math.max(Math.floor(length * STEP), SHORT_TEXT);
	const cuts = shown.map(cutTo(length));
	return { items: cuts.map(({ item }) => item), isCut: cuts.some(({ isCut }) => isCut) };
}

/** As JSON, with a comma, bytes. */
const sizeOf = ({ item }: Cut): number => Buffer.byteLength(JSON.stringify(item)) + 1;

const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);

/** A copy of a record, and whether anything is cut. */
interface Cut {
	item: IDataObject;
	isCut: boolean;
}

/** Cuts texts, and parts that are nested too deeply for JSON. @param lengthOf how much of a text is kept, characters */
function cutRecord(record: IDataObject, lengthOf: (text: string) => number): Cut {
	let isCut = false;
	const copy = (value: unknown, depth = 0): unknown => {
		if (typeof value === 'string') {
			const cut = cutText(value, lengthOf(value));
			isCut ||= cut !== value;
			return cut;
		}
		if (typeof value !== 'object' || value === null) return value;
		if (depth >= MAX_DEPTH) {
			isCut = true;
			return '… [nested too deeply]';
		}
		if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1));
		const entries = Object.entries(value);
		return Object.fromEntries(entries.map(([name, entry]) => [name, copy(entry, depth + 1)]));
	};
	return { item: copy(record) as IDataObject, isCut };
}

/** Characters of the note about a cut, at most. */
const NOTE_LENGTH = 40;

function cutText(text: string, length: number): string {
	if (text.length <= length + NOTE_LENGTH) return text;
	const start = startOf(text, length);
	return `${start}… [${text.length - start.length} more characters]`;
}
