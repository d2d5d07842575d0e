/** What all values of a credential have in common. */

import { Problem } from '../../model/problem';

/** A pasted text without the spaces and quotation marks around it. */
export const pasted = (raw: unknown) =>
	String(raw ?? '').replace(/^[\s\p{Pi}\p{Pf}"'`„‚]+|[\s\p{Pi}\p{Pf}"'`]+$/gu, '');

/** The Problem of a value that cannot be used. */
export function credentialProblem(headline: string, description: string): Problem {
	return new Problem({
		kind: 'input',
		headline,
		description: `${description} Nothing was sent.`,
		failure: { cause: 'configuration-invalid' },
	});
}
