/** A part of a token that JSON, HTML, and URLs never escape (RFC 3986, 2.3), and too long to be in a text by chance. */
const PART = /[\w.~-]{8,}/g;
/** Characters in a row of a longer part that are enough, because a text can be cut anywhere. */
const ENOUGH = 12;

/** All pieces of such a length, or the text itself if it is shorter. */
function* piecesOf(text: string): Generator<string> {
	for (let end = Math.min(ENOUGH, text.length); end <= text.length; end++) {
		yield text.slice(Math.max(0, end - ENOUGH), end);
	}
}

/** Whether a text contains a recognizable part of the token: the token itself if it has only short parts. */
function hasPart(token: string, text: string): boolean {
	const parts = token.match(PART) ?? [token];
	const pieces = new Set(parts.flatMap((part) => [...piecesOf(part)]));
	const short = [...pieces].filter((piece) => piece.length < ENOUGH);
	if (short.some((piece) => text.includes(piece))) return true;
	for (const piece of piecesOf(text)) if (pieces.has(piece)) return true;
	return false;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const byHex = (code: string) => String.fromCharCode(parseInt(code, 16));

/** What is written in place of any character, and the character by the group in it. */
const ESCAPES: Array<[pattern: RegExp, character: (group: string) => string]> = [
	// URLs.
	[/%([0-9a-f]{2})/, byHex],
	// JavaScript.
	[/\\u00([0-9a-f]{2})/, byHex],
	[/\\u\{([0-9a-f]+)\}/, byHex],
	[/\\x([0-9a-f]{2})/, byHex],
	// JSON.
	[/\\(["\\/])/, (character) => character],
	// HTML. A browser reads numbers without a semicolon too.
	[/&#x([0-9a-f]+);?/, byHex],
	[/&#(\d+);?/, (code) => String.fromCharCode(Number(code))],
	[/&(amp|lt|gt|quot|apos);/, (name) => NAMED[name.toLowerCase()]],
];

const ANY_ESCAPE = new RegExp(ESCAPES.map(([{ source }]) => source).join('|'), 'gi');

/** Undoes all escapes once. */
const unescaped = (text: string): string =>
	text.replace(ANY_ESCAPE, (_, ...groups: string[]) => {
		const row = groups.findIndex((group) => group !== undefined);
		return ESCAPES[row][1](groups[row]);
	});

/** How often a text can have been escaped: a page can quote the JSON that has quoted a URL in a URL. */
const MAX_ESCAPES = 4;

/** Without all that can be escaped, and any escapes of it. */
const bare = (text: string): string =>
	text.replace(/%(?:25)*[0-9a-f]{2}|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})|&#?\w+;|[^a-z0-9]/g, '');

/**
 * Whether a text contains a recognizable part of the token, in any case. It is looked for in the text as it is, because a token can look
 * like an escape, and each time that escapes are undone. Also by letters and digits alone, for escapes that nobody foresaw.
 * @param shownLength how much of the text is shown. A token that begins in it is found too
 */
export function isQuoted(givenToken: string, text: string, shownLength = text.length): boolean {
	if (givenToken === '') return false;
	// A URL writes a host in lower case.
	const token = givenToken.toLowerCase();
	const bareToken = bare(token);
	const isBareSearched = bareToken.match(PART) !== null;
	let [whole, shown] = [text, text.slice(0, shownLength)];
	for (let undone = 0; undone <= MAX_ESCAPES; undone++) {
		// What is shown, and as much as a token that begins at its end needs.
		const searched = whole.slice(0, shown.length + token.length + 1).toLowerCase();
		if (hasPart(token, searched)) return true;
		if (isBareSearched && hasPart(bareToken, bare(searched))) return true;
		[whole, shown] = [unescaped(whole), unescaped(shown)];
	}
	return false;
}
