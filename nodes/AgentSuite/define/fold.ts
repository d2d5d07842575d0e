/** How values are compared. */

import { textOf } from '../model/record';

/** A text for comparison, without surrounding spaces. */
export const trimmed = (value: unknown): string => textOf(value).trim();

/** A text for comparison, without its case and surrounding spaces. An accent can be a character of its own, which looks the same. */
export const foldText = (value: unknown): string => trimmed(value).normalize('NFC').toLowerCase();
