/** Shortens records for an AI model, see `toolItems.ts`. */

import type { IDataObject } from 'n8n-workflow';

import { MAX_DEPTH } from '../../records/record';
import { startOf } from '../../texts/words';

/** Texts up to this length are not shortened, characters. */
const SHORT_TEXT = 200;
/** Simplify leaves out longer texts. A title or a link is shorter, characters. */
const LONG_TEXT = 1000;
/** How much shorter texts are cut at each step, because a character takes one to six bytes, and most do not need what others leave. */
const STEP = 0.8;

/** A copy of a record. */
interface Cut {
	item: IDataObject;
	/** Whether anything in it is cut. */
	isCut: boolean;
}

/** What is shown of records. */
export interface Fitted {
	/** Copies of those that fit, earlier ones first, with texts as long as these allow. */
	shown: IDataObject[];
	/** Whether anything in these is cut. */
	isCut: boolean;
	/** Those that do not fit alone either, as positions counted from 1. */
	tooLarge: number[];
	/** Number of those for which earlier ones leave no room. */
	noRoom: number;
}

/** What becomes of a record. */
type Fit = 'shown' | 'noRoom' | 'tooLarge';

/**
 * Shortens records, so that they fit.
 * @param bytes maximum size as JSON
 * @param isSimplified whether long texts are left out in any case
 */
export function fitted(records: IDataObject[], bytes: number, isSimplified: boolean): Fitted {
	const sizes = cutAll(records, SHORT_TEXT, isSimplified).map(sizeOf);
	const fits = fitsOf(sizes, bytes);
	const fitting = records.filter((_record, index) => fits[index] === 'shown');
	const cuts = longestCuts(fitting, bytes, isSimplified);
	return {
		shown: cuts.map(({ item }) => item),
		isCut: cuts.some(({ isCut }) => isCut),
		tooLarge: fits.flatMap((fit, index) => (fit === 'tooLarge' ? [index + 1] : [])),
		noRoom: fits.filter((fit) => fit === 'noRoom').length,
	};
}

/** One that is not shown does not hide those after it. @param sizes of the records with short texts, bytes */
function fitsOf(sizes: number[], bytes: number): Fit[] {
	let left = bytes;
	return sizes.map((size) => {
		if (size > bytes) return 'tooLarge';
		if (size > left) return 'noRoom';
		left -= size;
		return 'shown';
	});
}

/** Records that fit with short texts, with the longest texts that fit. */
function longestCuts(fitting: IDataObject[], bytes: number, isSimplified: boolean): Cut[] {
	for (let length = bytes; length > SHORT_TEXT; length = Math.floor(length * STEP)) {
		const cuts = cutAll(fitting, length, isSimplified);
		const size = cuts.reduce((sum, cut) => sum + sizeOf(cut), 0);
		if (size <= bytes) return cuts;
	}
	return cutAll(fitting, SHORT_TEXT, isSimplified);
}

/** Copies with texts of at most so many characters. */
const cutAll = (records: IDataObject[], length: number, isSimplified: boolean): Cut[] =>
	records.map((record) => cutRecord(record, length, isSimplified));

/** As JSON, with a comma, bytes. */
const sizeOf = ({ item }: Cut): number => Buffer.byteLength(JSON.stringify(item)) + 1;

/** Cuts texts, and parts that are nested too deeply for JSON. @param length how much of a text is kept, characters */
function cutRecord(record: IDataObject, length: number, isSimplified: boolean): Cut {
	let isCut = false;
	const copy = (value: unknown, depth = 0): unknown => {
		if (typeof value === 'string') {
			const isLong = isSimplified && value.length > LONG_TEXT;
			const cut = cutText(value, isLong ? 0 : length);
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
	const start = withoutHalfUrl(startOf(text, length), text);
	return `${start}… [${text.length - start.length} more characters]`;
}

/** What ends a URL for certain, also in a text without spaces such as Japanese. A comma or a bracket can be in one. */
const URL_END = /[\s"<>`\u3000-\u303f\uff00-\uff20]/;

/** The start of a text, cut before a URL that might go on behind it: half a URL looks whole, and leads to another page. */
function withoutHalfUrl(start: string, text: string): string {
	if (URL_END.test(text.charAt(start.length))) return start;
	const end = start.split(URL_END).at(-1) ?? '';
	const at = lastUrlIn(end);
	return at === undefined ? start : start.slice(0, start.length - end.length + at);
}

/** Where the last URL in a text without spaces begins. One that is part of another, as of a redirect, follows its path or query. */
function lastUrlIn(text: string): number | undefined {
	const starts = [...text.matchAll(/https?:\/\/|www\./gi)].map(({ index }) => index);
	return starts.findLast((at) => !/[/=\w]/.test(text.charAt(at - 1))) ?? starts[0];
}
