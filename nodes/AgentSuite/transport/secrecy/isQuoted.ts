/** Characters in a row that show that a text contains a token, because it can be cut anywhere. */
const ENOUGH = 12;

/** What JSON, HTML, and URLs write in place of characters that they escape. */
const ESCAPES = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|&#?\w+;/g;
/** What none of them ever escapes (RFC 3986, 2.3). */
const OTHERS = /[^\w.~-]/g;

/** A text in one case, without what can be escaped. A URL writes a host in lower case. */
const bare = (text: string): string => text.toLowerCase().replace(ESCAPES, '').replace(OTHERS, '');

/** All pieces of such a length. */
const piecesOf = (text: string, length: number): string[] =>
	Array.from({ length: Math.max(0, text.length - length + 1) }, (_none, start) =>
		text.slice(start, start + length),
	);

/** Whether a text contains a recognizable part of the token, in any case, as it is or escaped. */
export function isQuoted(token: string, text: string): boolean {
	const bareToken = bare(token);
	if (bareToken === '') return token !== '' && text.includes(token);
	const length = Math.min(ENOUGH, bareToken.length);
	const pieces = new Set(piecesOf(bareToken, length));
	return piecesOf(bare(text), length).some((piece) => pieces.has(piece));
}
