/** A part of a token that JSON, HTML, and URLs never escape (RFC 3986, 2.3), and too long to be in a text by chance. */
const UNESCAPED = /[\w.~-]{8,}/g;
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
	const parts = token.match(UNESCAPED) ?? [token];
	const pieces = new Set(parts.flatMap((part) => [...piecesOf(part)]));
	const short = [...pieces].filter((piece) => piece.length < ENOUGH);
	if (short.some((piece) => text.includes(piece))) return true;
	for (const piece of piecesOf(text)) if (pieces.has(piece)) return true;
	return false;
}

/** What JSON, HTML, and URLs write in place of characters that they escape, and all that can be escaped. */
const ESCAPED = /%(?:25)*[0-9a-f]{2}|\\u[0-9a-f]{4}|&#?\w+;|[^a-z0-9]/g;

/** Whether a text contains a recognizable part of the token, in any case, as it is or escaped. */
export function isQuoted(givenToken: string, givenText: string): boolean {
	if (givenToken === '') return false;
	// A URL writes a host in lower case.
	const [token, text] = [givenToken.toLowerCase(), givenText.toLowerCase()];
	if (hasPart(token, text)) return true;
	const bareToken = token.replace(ESCAPED, '');
	return bareToken.match(UNESCAPED) !== null && hasPart(bareToken, text.replace(ESCAPED, ''));
}
