/** Hides secrets in a text of the service, in any encoding. */

/** Characters of a longer secret that already reveal it. */
const PART = 8;
/** Characters of the shortest secret to hide. Shorter ones can be ordinary words. */
const SHORTEST = 4;
const HIDDEN = '[hidden]';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Spaces, which are skipped, and escapes, which are decoded. */
const ESCAPES =
	/\s+|&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));|(?:%(?:25)*[\da-f]{2})+|\\u([\da-f]{4})|\\[\\/"]/giy;

function decoded([whole, hex, decimal, name, unicode]: RegExpExecArray): string {
	const code = hex
		? parseInt(hex, 16)
		: decimal
			? Number(decimal)
			: unicode
				? parseInt(unicode, 16)
				: undefined;
	if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
	if (name) return ENTITIES[name.toLowerCase()];
	if (whole.startsWith('\\')) return whole.slice(1);
	if (!whole.startsWith('%')) return '';
	// In a text that is URL-encoded twice, "%" is "%25".
	const once = whole.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%');
	return Buffer.from(once.replaceAll('%', ''), 'hex').toString('utf8');
}

/** A text without spaces, escapes, and case, with the position of each character in the original. */
interface Plain {
	text: string;
	from: number[];
	to: number[];
}

function plain(original: string, fold = true): Plain {
	const result: Plain = { text: '', from: [], to: [] };
	for (let at = 0; at < original.length;) {
		ESCAPES.lastIndex = at;
		const escape = fold ? ESCAPES.exec(original) : /\s+/y.exec(original.slice(at, at + 1));
		const end = escape ? at + escape[0].length : at + 1;
		const characters = escape ? (fold ? decoded(escape) : '') : original[at];
		for (const character of fold ? characters.toLowerCase().replace(/[\s+]/g, '') : characters) {
			result.text += character;
			for (let unit = 0; unit < character.length; unit++) {
				result.from.push(at);
				result.to.push(end);
			}
		}
		at = end;
	}
	return result;
}

/** The pieces of the secrets that reveal them. A secret that is too short has none. */
function piecesOf(secrets: readonly string[]): Map<number, Set<string>> {
	const pieces = new Map<number, Set<string>>();
	for (const secret of secrets) {
		const { text } = plain(secret);
		if (text.length < SHORTEST) continue;
		const length = Math.min(PART, text.length);
		const same = pieces.get(length) ?? new Set<string>();
		for (let at = 0; at + length <= text.length; at++) same.add(text.slice(at, at + length));
		pieces.set(length, same);
	}
	return pieces;
}

/** The spans of a text that contain a piece. */
function spansOf(
	text: string,
	pieces: Map<number, Set<string>>,
): Array<[from: number, to: number]> {
	const spans: Array<[number, number]> = [];
	for (const [length, same] of pieces) {
		for (let at = 0; at + length <= text.length; at++) {
			if (same.has(text.slice(at, at + length))) spans.push([at, at + length]);
		}
	}
	return spans;
}

/** Marks the pieces that the text contains as base64, in which four letters encode three bytes. */
function markBase64(original: string, pieces: Map<number, Set<string>>, hidden: Uint8Array): void {
	const letters = plain(original, false);
	for (const run of letters.text.matchAll(/[A-Za-z0-9+/_-]{6,}/g)) {
		for (let offset = 0; offset < 4; offset++) {
			const bytes = Buffer.from(run[0].slice(offset), 'base64').toString('latin1');
			const inside = plain(bytes);
			for (const [from, to] of spansOf(inside.text, pieces)) {
				const start = run.index + offset + Math.floor((inside.from[from] * 4) / 3);
				const end = run.index + offset + Math.ceil((inside.to[to - 1] * 4) / 3);
				const last = Math.min(end, letters.to.length) - 1;
				hidden.fill(1, letters.from[start], letters.to[last]);
			}
		}
	}
}

/**
 * Hides every secret in the text: in any case, URL-encoded, HTML-escaped, in base64, without spaces, across lines,
 * or cut off.
 */
export function maskSecrets(given: string, secrets: readonly string[]): string {
	// A secret of mostly spaces is too short without them.
	const original = secrets
		.filter((secret) => secret.length >= SHORTEST)
		.reduce((text, secret) => text.replaceAll(secret, HIDDEN), given);
	const pieces = piecesOf(secrets);
	if (pieces.size === 0) return original;
	const hidden = new Uint8Array(original.length);
	const text = plain(original);
	for (const [from, to] of spansOf(text.text, pieces))
		hidden.fill(1, text.from[from], text.to[to - 1]);
	markBase64(original, pieces, hidden);
	let masked = '';
	for (let at = 0; at < original.length; at++) {
		if (!hidden[at]) masked += original[at];
		else if (at === 0 || !hidden[at - 1]) masked += HIDDEN;
	}
	return masked;
}
