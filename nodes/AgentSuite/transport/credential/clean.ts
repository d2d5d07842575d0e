/** Makes of what a credential says what can be used, or refuses it. An expression can return anything for each field. */

import { Problem } from '../../model/problem';
import { FIELDS, type Entered } from './fields';

/**
 * The token for the header. Users paste tokens with spaces, line breaks, quotation marks, or "Bearer ".
 * @throws {Problem} when it is not valid in a header
 */
export function cleanToken(raw: unknown): string {
	const token = pasted(pasted(raw).replace(/^bearer(?:\s+|$)/i, ''));
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw credentialProblem(
		'The credential has no access token, or one with characters that are not allowed',
		'Paste the access token from the service dashboard, and nothing else.',
	);
}

/** Whether 'Custom Rate Limits' is on. An expression, such as a variable of n8n, can return it as text. */
export function isOn(customLimits: unknown): boolean {
	const text = String(customLimits ?? '').trim();
	if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
	throw credentialProblem(
		"'Custom Rate Limits' in the credential must be on or off",
		'Switch it on or off, or check the expression.',
	);
}

/** A limit, which an expression can return as text. Infinity for no limit, which users enter as 0, and only so: 0.5 is 1. */
export function cleanLimit(entered: Entered, name: keyof typeof FIELDS): number {
	const given = entered[name];
	const isNumber = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const count = isNumber ? Number(given) : NaN;
	if (count === 0) return Infinity;
	if (Number.isFinite(count) && count > 0) return Math.max(1, Math.floor(count));
	throw credentialProblem(
		`'${FIELDS[name].displayName}' in the credential must be a number of 0 or more`,
		'Enter a number, or 0 for no limit.',
	);
}

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
