/** Shortens records for an AI model, see `toolItems.ts`. */

import type { IDataObject } from 'n8n-workflow';

import { MAX_DEPTH } from '../model/record';
import { startOf } from '../texts/words';

/** Texts up to this length are not shortened, characters. */
const SHORT_TEXT = 200;
/** A brief output leaves out longer texts. A title or a link is shorter, characters. */
const LONG_TEXT = 1000;

/** A record that says of each long text only how long it is. The same one if it has none. */
const withoutLongTexts = (record: IDataObject): IDataObject =>
	shortened(record, (text) => (text.length > LONG_TEXT ? cutText(text, 0) : text)) as IDataObject;

/** The items that fit, and whether a text of them is cut. */
interface Capped {
	items: IDataObject[];
	isCut: boolean;
}

/**
 * The records that fit in `bytes`, with long texts shortened as far as that makes room for more of them.
 * @param isBrief whether long texts are left out in any case
 */
export function capItems(records: IDataObject[], bytes: number, isBrief = false): Capped {
	const whole = isBrief ? records.map(withoutLongTexts) : records;
	let items: IDataObject[] = [];
	for (const length of textLengths(bytes / records.length)) {
		const kept = whole.map(
			(item) => shortened(item, (text) => cutText(text, length)) as IDataObject,
		);
		items = fitting(kept, bytes);
		if (items.length === records.length) break;
	}
	// A record of which nothing is cut is the same object.
	return { items, isCut: items.some((item) => !records.includes(item)) };
}

/** Lengths of texts to try, characters. In steps, because a text does not always need its share, and a character takes one to three bytes. */
function* textLengths(share: number): Generator<number> {
	yield Infinity;
	for (let length = share; length > SHORT_TEXT; length *= 0.8) yield Math.floor(length);
	yield SHORT_TEXT;
}

/** The items that fit in `bytes`, earlier ones first. One that is too large by itself does not hide those after it. */
function fitting(items: IDataObject[], bytes: number): IDataObject[] {
	let left = bytes;
	return items.filter((item) => {
		const size = Buffer.byteLength(JSON.stringify(item)) + 1;
		if (size > left) return false;
		left -= size;
		return true;
	});
}

/** A copy with shorter texts, and without parts that are nested too deeply for JSON. The value itself if nothing is cut. */
function shortened(value: unknown, cut: (text: string) => string, depth = 0): unknown {
	if (typeof value === 'string') return cut(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return '… [nested too deeply]';
	const entries = Object.entries(value);
	const shorter = entries.map(([name, entry]) => [name, shortened(entry, cut, depth + 1)]);
	if (shorter.every(([, entry], index) => entry === entries[index][1])) return value;
	return Array.isArray(value) ? shorter.map(([, entry]) => entry) : Object.fromEntries(shorter);
}

function cutText(text: string, length: number): string {
	// The note about the cut is shorter than 40 characters.
	if (text.length <= length + 40) return text;
	const start = startOf(text, length);
	return `${start}… [${text.length - start.length} more characters]`;
}
