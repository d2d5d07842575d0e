import { isRecord } from '../../records/record';
import { MAX_READ } from './lineWithoutToken';

/** Entries of a list, and fields of an object, that are read. */
const MAX_ENTRIES = 5;
/** How many objects below the body are read. */
const MAX_DEPTH = 3;

/** Fields that have a text about an error, the best first. */
const TEXT_FIELDS = ['message', 'error', 'errors', 'detail', 'details', 'title', 'reason'];
/** Those whose objects can name the fields that are wrong. In others, the fields are data. */
const ERROR_FIELDS = ['error', 'errors', 'detail'];

/**
 * The first readable text in an error body of any shape, which can contain secrets. Empty if there is none. The API documentation
 * describes no shape, so it reads those of common frameworks.
 */
export const errorText = (body: unknown): string => textsIn(body, '', 0);

/** The texts of a value, or of a list of values, in a field of this name. @param depth how many objects it is below the body */
function textsIn(value: unknown, name: string, depth: number): string {
	const values: unknown[] = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [value];
	return values
		.map((one) => (isRecord(one) ? textOf(one, name, depth) : plainText(one)))
		.filter(Boolean)
		.join('; ');
}

/** The first text of an object, or else the errors of its fields. */
function textOf(object: Record<string, unknown>, name: string, depth: number): string {
	if (depth > MAX_DEPTH) return '';
	// Below the body, `msg` is one of the errors of its fields.
	const text = firstText(object, depth) || (depth === 0 ? plainText(object.msg) : '');
	return text || !ERROR_FIELDS.includes(name) ? text : fieldErrors(object, depth);
}

/** The first text. "Validation failed (phone: is required)": a message has the errors beside it, unless they only repeat it. */
function firstText(object: Record<string, unknown>, depth: number): string {
	for (const name of TEXT_FIELDS) {
		const text = textsIn(object[name], name, depth + 1);
		if (!text) continue;
		const errors = name === 'message' ? textsIn(object.errors, 'errors', depth + 1) : '';
		return errors === '' || errors === text ? text : `${text} (${errors})`;
	}
	return '';
}

/** `{ name: ["is required"] }`: "name: is required" */
function fieldErrors(object: Record<string, unknown>, depth: number): string {
	const fields = Object.entries(object).slice(0, MAX_ENTRIES);
	const texts = fields.map(([name, value]) => {
		const text = textsIn(value, name, depth + 1);
		return text && `${name}: ${text}`;
	});
	return texts.filter(Boolean).join('; ');
}

/** A text itself, or the title of a page. */
function plainText(value: unknown): string {
	if (typeof value !== 'string') return '';
	const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(value.slice(0, MAX_READ))?.[1];
	return title ?? (/^\s*</.test(value) ? '' : value);
}

/** The names of statuses. */
const STATUS_NAMES = [
	'error',
	'bad request',
	'unauthorized',
	'payment required',
	'forbidden',
	'not found',
	'proxy authentication required',
	'conflict',
	'too many requests',
	'internal server error',
	'bad gateway',
	'service (?:temporarily )?unavailable',
	'gateway time-?out',
].join('|');

/** Between words, or after them. */
const NO_WORD = '[^\\p{L}\\p{N}]*';

const SAYS_NOTHING = new RegExp(
	`^(?:HTTP )?(?:\\d{3}${NO_WORD})?(?:${STATUS_NAMES})?${NO_WORD}$`,
	'iu',
);

/** Whether a text says no more than a status does, such as the title of an HTML page: "HTTP 502: Bad Gateway", or a part of that. */
export const saysNothing = (text: string): boolean => SAYS_NOTHING.test(text);
