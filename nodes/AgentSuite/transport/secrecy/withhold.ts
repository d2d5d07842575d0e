import { isRecord, MAX_DEPTH } from '../../model/record';
import { folded, IN_MESSAGE, IN_SUCCESS, SEARCHED, secretFinder } from './secretFinder';

/** Stands in an output for a value that is left out. */
export const WITHHELD = '[not shown, because it contains a secret]';

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
	const containsSecret = secretFinder(secrets, IN_SUCCESS);
	/** Short secrets too, which count if they are the whole value. */
	const wholeSecrets = new Set(
		// Unfolded too, because nothing is left of one that is made of symbols alone.
		secrets
			.flatMap((secret) => [secret, folded(secret)])
			.filter((form) => form.length >= IN_MESSAGE.shortest),
	);
	const withheld = (value: unknown, depth: number): unknown => {
		if (shown.includes(value)) return value;
		if (depth > MAX_DEPTH) return WITHHELD;
		if (typeof value === 'string' || typeof value === 'number') {
			const text = String(value);
			if (DATE.test(text)) return value;
			// It cannot be searched to its end.
			if (text.length > SEARCHED) return WITHHELD;
			const isSecret =
				wholeSecrets.has(text) || wholeSecrets.has(folded(text)) || containsSecret(text);
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
