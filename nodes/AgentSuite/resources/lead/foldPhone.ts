import { textOf } from '../../records/record';

/** A digit of any script as one from 0 to 9. Unicode has the ten of a script in a row, and some scripts one after another. */
function plainDigit(digit: string): string {
	const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
	const stepsToZero = (code: number): number => (isDigit(code - 1) ? 1 + stepsToZero(code - 1) : 0);
	return String(stepsToZero(Number(digit.codePointAt(0))) % 10);
}

/** A phone number for comparison: only its digits, in any script, and none for the "+" or "00" before a country code. */
export const foldPhone = (value: unknown): string =>
	textOf(value)
		.replace(/\P{Nd}/gu, '')
		.replace(/\D/gu, plainDigit)
		.replace(/^00(?=\d)/, '');
