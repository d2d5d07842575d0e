/** How values are compared. */

import { textOf } from '../model/record';
import { foldLetters } from '../texts/fold';

/** A text for comparison, without surrounding spaces. */
export const trimmed = (value: unknown): string => textOf(value).trim();

/** A text for comparison, without its case and surrounding spaces. */
export const foldText = (value: unknown): string => trimmed(value).toLowerCase();

/**
 * A name for comparison.
 * @param punctuation what stands for it: with a space, "Zoë Hart-Weiß" is "zoe hart weiss"
 */
export const foldName = (value: unknown, punctuation: '' | ' '): string =>
	foldLetters(textOf(value)).replace(/[^\p{L}\p{M}\p{N}\s]/gu, punctuation);
