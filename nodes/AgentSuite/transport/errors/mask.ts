/**
 * Hides secrets in texts of the service, by one rule: text and secret are compared by their letters and digits alone, in
 * any case. So it does not matter which spaces, hyphens, line breaks, or escapes are between them.
 */
import { isRecord } from '../../model/record';

/** Letters and digits of a secret. Shorter ones can be parts of ordinary words. */
const SHORTEST = 4;
/** Characters of a secret that are compared. They are more than a masked text has. */
const LONGEST = 15_000;
const HIDDEN = '[hidden]';
/** Levels of a value. A deeper one would overflow the stack. */
const MAX_DEPTH = 500;

/** How a service or a proxy writes a character. */
const ESCAPE =
	/&(?:#x?[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp);|\\(?:u[\da-f]{4}|[nrtbf"'/\\])|%[\da-f]{2}/i;
const CHARACTER_OR_ESCAPE = new RegExp(`${ESCAPE.source}|[^]`, 'gi');
/** Characters of two units too, because a text is compared unit by unit. */
const IGNORED = /[^\p{L}\p{N}]+|[\u{10000}-\u{10ffff}]+/gu;

const folded = (text: string) => text.replace(IGNORED, '').toLowerCase();

/** The letter or digit that an escape stands for, or nothing. */
function unescaped(escape: string): string {
	const [, prefix, digits] = /^(%|\\u|&#x?)([\da-f]+)/i.exec(escape) ?? [];
	const code = prefix === '&#' ? Number(digits) : parseInt(digits, 16);
	return code < (prefix === '%' ? 0x80 : 0xffff) ? String.fromCharCode(code) : '';
}

/** The letters and digits of a text, and where each begins and ends in it. */
function lettersOf(text: string, decode: boolean) {
	const letters = { text: '', from: [] as number[], to: [] as number[] };
	for (const { 0: piece, index } of text.matchAll(decode ? CHARACTER_OR_ESCAPE : /[^]/g)) {
		for (const letter of folded(piece.length > 1 ? unescaped(piece) : piece)) {
			letters.text += letter;
			letters.from.push(index);
			letters.to.push(index + piece.length);
		}
	}
	return letters;
}

/** The letters and digits of a secret as it is, URL-encoded, and in base64. */
function formsOf(secret: string): string[] {
	// Half a character cannot be encoded.
	const start = secret.slice(0, LONGEST).replace(/\p{Surrogate}/gu, '');
	const url = encodeURIComponent(start);
	const base64 = Buffer.from(start).subarray(0, LONGEST).toString('base64');
	const forms = [start, url, url.replaceAll('%20', '+'), base64].map(folded);
	if (ESCAPE.test(start)) forms.push(lettersOf(start, true).text);
	return forms.filter((form) => form.length >= SHORTEST);
}

type Letters = ReturnType<typeof lettersOf>;

/** Marks the forms in the text, and at its end the beginning of one if it was cut there. */
function mark({ text, from, to }: Letters, forms: Set<string>, isCut: boolean, hidden: Uint8Array) {
	for (const form of forms) {
		const start = form.slice(0, SHORTEST);
		for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
			const end = Math.min(at + form.length, text.length);
			const isWhole = end === at + form.length;
			if ((isWhole || isCut) && form.startsWith(text.slice(at, end))) {
				hidden.fill(1, from[at], to[end - 1]);
			}
		}
	}
}

function masking(secrets: readonly string[]) {
	const forms = new Set(secrets.flatMap(formsOf));
	// They have no letters to compare.
	const symbols = secrets.filter(
		(secret) => secret.length >= SHORTEST && folded(secret).length < SHORTEST,
	);
	return (given: string, isCut = false): string => {
		const hidden = new Uint8Array(given.length);
		for (const decode of [false, true]) mark(lettersOf(given, decode), forms, isCut, hidden);
		let masked = '';
		for (let index = 0; index < given.length; index++) {
			if (!hidden[index]) masked += given[index];
			else if (!masked.endsWith(HIDDEN)) masked += HIDDEN;
		}
		for (const symbol of symbols) masked = masked.replaceAll(symbol, HIDDEN);
		return masked;
	};
}

/** @param isCut whether the text ends where it was cut, so that a secret can begin, or half an escape stand there */
export function maskSecrets(text: string, secrets: readonly string[], isCut = false): string {
	return masking(secrets)(isCut ? text.replace(/[&\\%][^&\\%]{0,8}$/, '') : text, isCut);
}

/**
 * A value of a response without secrets, also in names of fields.
 * @param shown texts that stay as they are: documented names of fields, and what the user has sent in ordinary fields
 */
export function maskValue(given: unknown, secrets: readonly string[], shown: unknown[]): unknown {
	const hide = masking(secrets);
	const hideIn = (value: unknown, depth: number): unknown => {
		if (shown.includes(value)) return value;
		if (depth > MAX_DEPTH) return HIDDEN;
		if (typeof value === 'string') return hide(value);
		if (typeof value === 'number') return hide(`${value}`) === HIDDEN ? HIDDEN : value;
		if (Array.isArray(value)) return value.map((one) => hideIn(one, depth + 1));
		if (!isRecord(value)) return value;
		const entries = Object.entries(value).map(([name, one]) => [
			hideIn(name, depth),
			hideIn(one, depth + 1),
		]);
		return Object.fromEntries(entries) as unknown;
	};
	return hideIn(given, 0);
}
