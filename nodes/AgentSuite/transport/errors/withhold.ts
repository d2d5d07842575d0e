/**
 * Texts of the service that repeat a secret of the request are left out whole. So it does not matter where in the text
 * the secret is, only whether it is there.
 */
import { isRecord } from '../../model/record';

/** Letters and digits of a secret. Shorter ones are parts of ordinary words, so they are not looked for. */
const SHORTEST = 4;
/**
 * The same within the values of a success, which the user wants to have. A shorter secret, such as "1234" or "blog", is part
 * of many URLs, so it only counts if it is the whole value.
 */
const SHORTEST_IN_SUCCESS = 8;
/** Characters of a secret that are compared. What comes after them is not looked for alone. */
const COMPARED = 1000;
/**
 * Characters of a text that are searched. Of a secret that begins in the first thousand of them, all that is compared is in
 * there, even if a service writes each character with nine.
 */
export const SEARCHED = 10_000;
/** A request with more secrets than this, such as a huge config, gets no texts of the service at all. */
const MAX_SECRETS = 1000;
/** Levels of a value. A deeper one would overflow the stack. */
const MAX_DEPTH = 500;

/** Stands in an output for a value that is left out. */
export const WITHHELD = '[not shown, because it contains a secret]';

/** Letters and digits alone, so that spaces, hyphens, line breaks, and capitals make no difference. */
const folded = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const characterOf = (digits: string, base: number) => {
	const code = parseInt(digits, base);
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** The text without the escapes of URLs, JSON, and HTML. */
const unescaped = (text: string) =>
	text
		.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
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
		// The characters at both ends also contain bits of what is around the secret.
		return base64.slice(Math.ceil((bytesBefore * 4) / 3), -1);
	});

/** How a service or a proxy writes a secret, folded. */
function formsOf(secret: string, shortest: number): string[] {
	const hex = Buffer.from(secret).toString('hex');
	return [secret, unescaped(secret), encodeURIComponent(secret), hex, ...base64Of(secret)]
		.map(folded)
		.filter((form) => form.length >= shortest);
}

/**
 * Whether a text, of which only the first `SEARCHED` characters count, contains one of the secrets in any form.
 * @param shortest letters and digits of a form that is looked for
 */
export function secretFinder(
	secrets: readonly string[],
	shortest = SHORTEST,
): (text: string) => boolean {
	if (secrets.length > MAX_SECRETS) return () => true;
	// Half a character cannot be encoded.
	const starts = secrets.map((secret) =>
		secret
			.trim()
			.slice(0, COMPARED)
			.replace(/\p{Surrogate}/gu, ''),
	);
	const forms = [...new Set(starts.flatMap((secret) => formsOf(secret, shortest)))];
	// They have no letters to compare.
	const symbols = starts.filter(
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

const isId = (name: string, value: unknown) =>
	name === 'id' && (typeof value === 'string' || typeof value === 'number');

/** A date or a time in ISO 8601. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * A value of a successful response, in which texts, numbers, and names of fields are replaced that are a secret, or contain
 * a long one. The `id` and dates stay: what was created cannot be found or undone without them.
 * @param shown what stays as it is: documented names of fields, and what the user has sent in ordinary fields
 */
export function withholdSecrets(
	given: unknown,
	secrets: readonly string[],
	shown: readonly unknown[],
): unknown {
	const hasSecret = secretFinder(secrets, SHORTEST_IN_SUCCESS);
	const exact = new Set(secrets.map(folded).filter((secret) => secret.length >= SHORTEST));
	const withheld = (value: unknown, depth: number): unknown => {
		if (shown.includes(value)) return value;
		if (depth > MAX_DEPTH) return WITHHELD;
		if (typeof value === 'string' || typeof value === 'number') {
			const text = String(value);
			if (DATE.test(text)) return value;
			// A longer text cannot be searched to its end.
			const isSecret = text.length > SEARCHED || exact.has(folded(text)) || hasSecret(text);
			return isSecret ? WITHHELD : value;
		}
		if (Array.isArray(value)) return value.map((entry) => withheld(entry, depth + 1));
		if (!isRecord(value)) return value;
		const entries = Object.entries(value).map(([name, entry]) => [
			withheld(name, depth),
			isId(name, entry) ? entry : withheld(entry, depth + 1),
		]);
		return Object.fromEntries(entries) as unknown;
	};
	return withheld(given, 0);
}
