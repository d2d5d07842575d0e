/** How values are compared. */

import { textOf } from '../model/record';

/** A text for comparison, without surrounding spaces. */
export const trimmed = (value: unknown): string => textOf(value).trim();

/** A text for comparison, without its case and surrounding spaces. */
export const foldText = (value: unknown): string => trimmed(value).toLowerCase();
