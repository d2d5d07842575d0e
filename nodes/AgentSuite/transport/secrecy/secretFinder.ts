/**
 * Texts of the service that repeat a secret of the request are left out whole. So it does not matter where in the text
 * the secret is, only whether it is there:
 *
 * 1. Of the secret, all forms in which a service or a proxy writes it are made: as it is, without its own escapes,
 *    URL-encoded, in hex, in base64.
 * 2. Of the text, three readings are made: as it is, without escapes, and without escapes of escapes.
 * 3. All are folded to letters and digits, so that "AB-12 cd" and "ab12CD" are the same.
 * 4. A reading that contains a form repeats the secret. For an error it is enough that it contains the first or the last
 *    sixteen letters of a form of at least 24: "sk-live-0123456789abcdef…" in "Unknown token sk-live-01234567…".
 */

/** What is looked for in a text. Lengths are letters and digits. */
interface Search {
	/** Shorter secrets are not looked for. */
	shortest: number;
	/** Whether the beginning or the end of a long secret is enough, because a service can cut what it quotes. */
	findsCut: boolean;
}

/** Three letters are part of many ordinary words. */
export const IN_MESSAGE: Search = { shortest: 4, findsCut: true };
/**
 * The values of a success, which the user wants to have. "1234" or "blog" is part of many URLs, so a short secret is not looked
 * for (`withhold.ts` compares it with the whole value). A URL of a config can begin like one of them, so a long one only counts
 * if all of it is there.
 */
export const IN_SUCCESS: Search = { shortest: 8, findsCut: false };

/** Letters and digits of a secret that is long. */
const LONG = 24;
/** Letters and digits of a long secret at its beginning, and at its end, that no other text has by chance. */
const CUT = 16;
/** Characters at each end of a secret that are compared. All of a shorter one are. */
const COMPARED = 1000;
/**
 * Characters of a text that are searched. Of a secret that begins in the first thousand of them, all that is compared is in
 * there, even if a service writes each character with nine (`%E8%AA%9E` for 語).
 */
export const SEARCHED = 10_000;
/** A request with more secrets than this, such as a huge config, gets no texts of the service at all. */
const MAX_SECRETS = 1000;

/** Letters and digits alone, so that spaces, hyphens, line breaks, capitals, and wide letters make no difference. */
export const folded = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/[^\p{L}\p{N}]+/gu, '')
		.toLowerCase();

const characterOf = (digits: string, base: number) => {
	const code = parseInt(digits, base);
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** The text without the escapes of URLs, JSON, HTML, and programs. */
const unescaped = (text: string) =>
	text
		.replace(/(?:%[\da-f]{2})+|(?:\\x[\da-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replace(/%|\\x/gi, ''), 'hex').toString(),
		)
		.replace(/\\u([\da-f]{4})/gi, (_, digits: string) => characterOf(digits, 16))
		.replace(/\\[nrtbf]/g, ' ')
		.replace(/&#x([\da-f]{1,6});/gi, (_, digits: string) => characterOf(digits, 16))
		.replace(/&#(\d{1,7});/g, (_, digits: string) => characterOf(digits, 10))
		.replace(/&(?:amp|lt|gt|quot|apos|nbsp);/gi, ' ');

/** The base64 of the secret alone, and of its part in a longer text, where it begins at any of three places. */
const base64Of = (secret: string) =>
	[0, 1, 2].map((bytesBefore) => {
		const base64 = Buffer.from('\0'.repeat(bytesBefore) + secret).toString('base64url');
		// A character holds 6 bits. Those at both ends also hold bits of the neighbors, so they are left out.
		return base64.slice(Math.ceil((bytesBefore * 4) / 3), -1);
	});

/** The ends of a secret, without half characters, which cannot be encoded. */
function comparedOf(secret: string): string[] {
	const trimmed = secret.trim();
	const isShort = trimmed.length <= COMPARED;
	const ends = isShort ? [trimmed] : [trimmed.slice(0, COMPARED), trimmed.slice(-COMPARED)];
	return ends.map((end) => end.replace(/\p{Surrogate}/gu, ''));
}

/** How a service or a proxy writes a secret, folded. */
function formsOf(secret: string, { shortest, findsCut }: Search): string[] {
	const hex = Buffer.from(secret).toString('hex');
	const forms = [secret, unescaped(secret), encodeURIComponent(secret), hex, ...base64Of(secret)];
	// A URL in a config begins with a host, which is no secret, so only its end tells.
	const isUrl = /^https?:/i.test(secret);
	return forms.map(folded).flatMap((form) => {
		if (form.length < shortest) return [];
		if (!findsCut || form.length < LONG) return form;
		const end = form.slice(-CUT);
		return isUrl ? end : [form.slice(0, CUT), end];
	});
}

/** Whether a text, of which only the first `SEARCHED` characters count, contains one of the secrets in any form. */
export function secretFinder(
	secrets: readonly string[],
	search = IN_MESSAGE,
): (text: string) => boolean {
	if (secrets.length > MAX_SECRETS) return () => true;
	const { shortest } = search;
	const compared = secrets.flatMap(comparedOf);
	const forms = [...new Set(compared.flatMap((secret) => formsOf(secret, search)))];
	// A password such as "!#%&": nothing is left of it when it is folded, so it is compared as it is.
	const symbols = compared.filter(
		(secret) => secret.length >= shortest && folded(secret).length < shortest,
	);
	return (text) => {
		const given = text.slice(0, SEARCHED);
		const once = unescaped(given);
		const readings = [given, once, unescaped(once)];
		return (
			readings.map(folded).some((reading) => forms.some((form) => reading.includes(form))) ||
			readings.some((reading) => symbols.some((symbol) => reading.includes(symbol)))
		);
	};
}
