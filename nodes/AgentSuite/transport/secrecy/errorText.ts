import { isRecord } from '../../model/record';

/** Entries of a list, and fields of an object, that are read. */
const MAX_ENTRIES = 5;
/** Characters of a page in which its title is searched. */
const MAX_HEAD = 10_000;

/** Fields that have a text about an error, the best first. */
const TEXT_FIELDS = ['message', 'error', 'errors', 'detail', 'details', 'title', 'reason'];
/** Those whose objects can name the fields that are wrong. In others, the fields are data. */
const ERROR_FIELDS = ['error', 'errors', 'detail'];

/** Reads an object that is in a field of this name. */
type Read = (object: Record<string, unknown>, name: string) => string;

/**
 * The first readable text in an error body of any shape, which can contain secrets. Empty if there is none. The API documentation
 * describes no shape, so it reads those of common frameworks: up to two objects below the body.
 */
export const errorText = (body: unknown): string =>
	textsIn(body, '', (object) => firstText(object, upper) || textsIn(object.msg, 'msg', unread));

const unread: Read = () => '';
const lower = objectWith(unread);
const upper = objectWith(lower);

/** Reads an object: its first text, or else the errors of its fields. @param read the objects in it */
function objectWith(read: Read): Read {
	return (object, name) =>
		firstText(object, read) || (ERROR_FIELDS.includes(name) ? fieldErrors(object) : '');
}

/** `{ name: ["is required"] }`: "name: is required" */
function fieldErrors(object: Record<string, unknown>): string {
	const fields = Object.entries(object).slice(0, MAX_ENTRIES);
	const texts = fields.map(([name, value]) => {
		const text = textsIn(value, name, (error) => firstText(error, unread));
		return text && `${name}: ${text}`;
	});
	return texts.filter(Boolean).join('; ');
}

/** The first text. "Validation failed (phone: is required)": a message has the errors beside it, unless they only repeat it. */
function firstText(object: Record<string, unknown>, read: Read): string {
	for (const name of TEXT_FIELDS) {
		const text = textsIn(object[name], name, read);
		if (!text) continue;
		const errors = name === 'message' ? textsIn(object.errors, 'errors', read) : '';
		return errors === '' || errors === text ? text : `${text} (${errors})`;
	}
	return '';
}

/** The texts of a value, or of a list of values. */
function textsIn(value: unknown, name: string, read: Read): string {
	const values: unknown[] = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [value];
	return values
		.map((one) => (isRecord(one) ? read(one, name) : plainText(one)))
		.filter(Boolean)
		.join('; ');
}

/** A text itself, or the title of a page. */
function plainText(value: unknown): string {
	if (typeof value !== 'string') return '';
	const title = /<title[^>]*>([^<]*)<\/title>/i.exec(value.slice(0, MAX_HEAD))?.[1];
	return title ?? (/^\s*</.test(value) ? '' : value);
}
