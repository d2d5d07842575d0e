import { isRecord } from '../../model/record';
import { searchedForText, shownText, type Sent } from '../secrecy/shown';

/** Characters of an error text that are shown. */
const MAX_SHOWN = 300;
/** Entries of a list, and fields of an object, that are read. */
const MAX_ENTRIES = 5;

/** Levels that are read below the body. */
const MAX_DEPTH = 4;
/** Characters of a page in which its title is searched. */
const MAX_HEAD = 10_000;

/** Below these, an object can name the fields that are wrong. Elsewhere, its fields are data. */
const FIELD_ERRORS = ['error', 'errors', 'detail'];

/** "Validation failed (phone: is required)": a message, and the errors beside it unless they only repeat it. */
function withErrors(message: string, errors: unknown, depth: number): string {
	const found = readable(errors, depth, true);
	return found === '' || found === message ? message : `${message} (${found})`;
}

/** The first readable text in an error body of any shape, which can contain secrets. The API documentation describes none. */
function readable(body: unknown, depth = 0, isFieldError = false): string {
	if (typeof body === 'string') {
		const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body.slice(0, MAX_HEAD))?.[1];
		return title ?? (/^\s*</.test(body) ? '' : body);
	}
	if (depth > MAX_DEPTH) return '';
	if (Array.isArray(body)) {
		const texts = body
			.slice(0, MAX_ENTRIES)
			.map((entry) => readable(entry, depth + 1, isFieldError));
		return texts.filter(Boolean).join('; ');
	}
	if (!isRecord(body)) return '';
	for (const name of ['message', 'error', 'errors', 'detail', 'details', 'title', 'reason']) {
		const found = readable(body[name], depth + 1, isFieldError || FIELD_ERRORS.includes(name));
		if (found) return name === 'message' ? withErrors(found, body.errors, depth + 1) : found;
	}
	// A field error has it beside the name of the field, which is read too.
	if (!isFieldError) return readable(body.msg, depth + 1);
	// { errors: { name: ["is required"] } }
	const texts: string[] = [];
	for (const [name, value] of Object.entries(body).slice(0, MAX_ENTRIES)) {
		const text = readable(value, depth + 1, true);
		if (text) texts.push(`${name}: ${text}`);
	}
	return texts.join('; ');
}

/** The error text of the service, as `shownLine`. Empty if there is none. */
export const serviceText = (body: unknown, request: Sent): string =>
	shownLine(readable(searchedForText(body, request)), request);

/**
 * A text that somebody else wrote, as far as it may be shown, short and on one line.
 * n8n reads "canceled" in an error as a run that a user stopped, so that word is replaced.
 */
export function shownLine(given: string, request: Sent): string {
	// With enough behind what is shown to find a token across the cut. A response can have megabytes, which take long to search.
	const searched = MAX_SHOWN + request.connection.accessToken.length + 1;
	const text = shownText(given.trimStart().slice(0, searched), request);
	const line = text
		.slice(0, MAX_SHOWN)
		.replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
		.replace(/cancell?ed/gi, 'called off')
		.trim();
	return text.length > MAX_SHOWN ? `${line}…` : line;
}
