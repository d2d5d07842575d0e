/** Shortens records for an AI model, see `toolItems.ts`. */

import type { IDataObject } from 'n8n-workflow';

import { MAX_DEPTH } from '../model/record';
import { startOf } from '../texts/words';

/** Texts up to this length are not shortened, characters. */
const SHORT_TEXT = 200;
/** A brief output leaves out longer texts. A title or a link is shorter, characters. */
const LONG_TEXT = 1000;

/** The items that fit, and whether a text of them is cut. */
interface Capped {
	items: IDataObject[];
	isCut: boolean;
}

/**
 * As many of the records as fit in `bytes`, with texts as long as that allows.
 * @param isBrief whether long texts are left out in any case
 */
export function capItems(records: IDataObject[], bytes: number, isBrief = false): Capped {
	const cutAll = (length: number) => records.map((record) => cutRecord(record, length, isBrief));
	// A record that is too large by itself does not shorten the others.
	const most = cutAll(SHORT_TEXT).filter(({ item }) => sizeOf(item) <= bytes).length;
	let best: Cut[] = [];
	for (const length of textLengths(bytes / most)) {
		const fits = fitting(cutAll(length), bytes);
		if (fits.length > best.length) best = fits;
		if (best.length === most) break;
	}
	return { items: best.map(({ item }) => item), isCut: best.some(({ isCut }) => isCut) };
}

/** Lengths of texts to try, characters. In steps, because a text does not always need its share, and a character takes one to three bytes. */
function* textLengths(share: number): Generator<number> {
	yield Infinity;
	for (let length = share; length > SHORT_TEXT; length *= 0.8) yield Math.floor(length);
	yield SHORT_TEXT;
}

const sizeOf = (item: IDataObject): number => Buffer.byteLength(JSON.stringify(item)) + 1;

/** Those that fit in `bytes`, earlier ones first. One that is too large by itself does not hide those after it. */
function fitting(all: Cut[], bytes: number): Cut[] {
	let left = bytes;
	return all.filter(({ item }) => {
		const size = sizeOf(item);
		if (size > left) return false;
		left -= size;
		return true;
	});
}

/** A copy of a record, and whether anything is cut. */
interface Cut {
	item: IDataObject;
	isCut: boolean;
}

/** Cuts texts, and parts that are nested too deeply for JSON. @param length of a text, characters */
function cutRecord(record: IDataObject, length: number, isBrief: boolean): Cut {
	let isCut = false;
	const noted = (value: string, cut: string): string => {
		isCut ||= cut !== value;
		return cut;
	};
	const copy = (value: unknown, depth = 0): unknown => {
		if (typeof value === 'string')
			return noted(value, cutText(value, isBrief && value.length > LONG_TEXT ? 0 : length));
		if (typeof value !== 'object' || value === null) return value;
		if (depth >= MAX_DEPTH) return noted('', '… [nested too deeply]');
		if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1));
		const entries = Object.entries(value);
		return Object.fromEntries(entries.map(([name, entry]) => [name, copy(entry, depth + 1)]));
	};
	return { item: copy(record) as IDataObject, isCut };
}

function cutText(text: string, length: number): string {
	// The note about the cut is shorter than 40 characters.
	if (text.length <= length + 40) return text;
	const start = startOf(text, length);
	return `${start}… [${text.length - start.length} more characters]`;
}
