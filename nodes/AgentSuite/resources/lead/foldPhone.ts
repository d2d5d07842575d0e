import { textOf } from '../../model/record';

/** A phone number for comparison: only its digits, and none for the "+" or "00" before a country code. */
export const foldPhone = (value: unknown): string =>
	textOf(value)
		.replace(/\D/g, '')
		.replace(/^00(?=\d)/, '');
