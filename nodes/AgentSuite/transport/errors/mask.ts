/**
 * Hides secrets in texts of the service, by one rule: text and secret are compared by their letters and digits alone, in
 * any case. So it does not matter which spaces, hyphens, line breaks, or escapes are between them.
 */
import { isRecord } from '../../model/record';

/** Letters and digits of the shortest secret. Shorter ones can be parts of ordinary words. */
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
/** Halves of characters too, because a text is compared unit by unit. */
const IGNORED = /[^\p{L}\p{N}]+/gu;
const SURROGATES = /[\ud800-\udfff]+/g;

const folded = (text: string) => text.replace(SURROGATES, '').replace(IGNORED, '').toLowerCase();

/** The letter or digit that an escape stands for, or nothing. */
function unescaped(escape: string): string {
	const [, prefix, digits] = /^(%|\\u|&#x?)([\da-f]+)/i.exec(escape) ?? [];
	const code = prefix === '&#' ? Number(digits) : parseInt(digits, 16);
	return code < (prefix === '%' ? 0x80 : 0xffff) ? String.fromCharCode(code) : '';
}

/** The letters and digits of a text, and where each begins and ends in it. */
interface Letters {
	text: string;
	from: number[];
	to: number[];
}

function lettersOf(text: string, decode: boolean): Letters {
	const letters: Letters = { text: '', from: [], to: [] };
	for (const { 0: piece, index } of text.matchAll(decode ? CHARACTER_OR_ESCAPE : /[^]/g)) {
		for (const letter of folded(piece.length > 1 ? unescaped(piece) : piece)) {
			letters.text += letter;
			letters.from.push(index);
			letters.to.push(index + piece.length);
		}
	}
	return letters;
}

/** A secret as it is, URL-encoded, and in base64. */
function formsOf(secret: string): string[] {
	// Half a character cannot be encoded.
	const start = secret.slice(0, LONGEST).replace(/\p{Surrogate}/gu, '');
	const forms = [start, Buffer.from(start).subarray(0, LONGEST).toString('base64')];
	const url = encodeURIComponent(start);
	if (url !== start) forms.push(url, url.replaceAll('%20', '+'));
	if (ESCAPE.test(start)) forms.push(lettersOf(start, true).text);
	return forms;
}

/** Secrets that are looked for in several texts. */
class Secrets {
	/** The letters and digits of all forms, by the first of them, so that the number of secrets does not matter. */
	private readonly forms = new Map<string, Set<string>>();
	/** Secrets of symbols, which have no letters to compare. */
	private readonly symbols: string[] = [];

	constructor(secrets: Iterable<string>) {
		for (const secret of secrets) {
			const forms = formsOf(secret).map(folded);
			if (forms[0].length < SHORTEST && secret.length >= SHORTEST) this.symbols.push(secret);
			for (const form of forms) if (form.length >= SHORTEST) this.add(form);
		}
	}

	private add(form: string): void {
		const start = form.slice(0, SHORTEST);
		const same = this.forms.get(start);
		if (same) same.add(form);
		else this.forms.set(start, new Set([form]));
	}

	/** Marks the forms in the text, and at its end the beginning of one if it was cut there. */
	private mark({ text, from, to }: Letters, isCut: boolean, hidden: Uint8Array): void {
		for (let index = 0; index + SHORTEST <= text.length; index++) {
			for (const form of this.forms.get(text.slice(index, index + SHORTEST)) ?? []) {
				const end = Math.min(index + form.length, text.length);
				const isWhole = end === index + form.length;
				if ((isWhole || isCut) && form.startsWith(text.slice(index, end))) {
					hidden.fill(1, from[index], to[end - 1]);
				}
			}
		}
	}

	/** @param isCut whether the text ends where it was cut, so that a secret can begin there */
	hideIn(given: string, isCut: boolean): string {
		const hidden = new Uint8Array(given.length);
		for (const decode of [false, true]) this.mark(lettersOf(given, decode), isCut, hidden);
		let masked = '';
		for (let index = 0; index < given.length; index++) {
			if (!hidden[index]) masked += given[index];
			else if (index === 0 || !hidden[index - 1]) masked += HIDDEN;
		}
		return this.symbols.reduce((text, symbol) => text.replaceAll(symbol, HIDDEN), masked);
	}

	/** @param shown texts that stay as they are */
	hideInValue(value: unknown, shown: unknown[], depth = 0): unknown {
		if (shown.includes(value) || typeof value === 'boolean') return value;
		if (depth > MAX_DEPTH) return HIDDEN;
		if (typeof value === 'string') return this.hideIn(value, false);
		if (typeof value === 'number') {
			return this.hideIn(String(value), false) === HIDDEN ? HIDDEN : value;
		}
		if (Array.isArray(value)) return value.map((one) => this.hideInValue(one, shown, depth + 1));
		if (!isRecord(value)) return value;
		const entries = Object.entries(value).map(([name, one]) => [
			shown.includes(name) ? name : this.hideIn(name, false),
			this.hideInValue(one, shown, depth + 1),
		]);
		return Object.fromEntries(entries) as unknown;
	}
}

/**
 * Hides every secret in a text.
 * @param isCut whether the text ends where it was cut, so that a secret can begin there
 */
export function maskSecrets(text: string, secrets: readonly string[], isCut = false): string {
	return new Secrets(secrets).hideIn(text, isCut);
}

/**
 * A value of a response without secrets, also in names of fields.
 * @param shown texts that stay as they are: documented names of fields, and what the user has sent in ordinary fields
 */
export function maskValue(value: unknown, secrets: readonly string[], shown: unknown[]): unknown {
	return new Secrets(secrets).hideInValue(value, shown);
}
