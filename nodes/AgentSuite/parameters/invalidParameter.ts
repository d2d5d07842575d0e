import type { Field } from '../model/field';
import type { Problem } from '../model/problem';
import { refusal } from '../texts/refusal';

/** A text of the user, as far as an error shows it. */
export const quoted = (value: string) => `'${value.slice(0, 60)}'`;

/** For a value that is not one of those that exist: "has no option 'a'. Its options are: b, c". */
export const hasNo = (what: 'option' | 'filter', value: string, existing: readonly unknown[]) =>
	`has no ${what} ${quoted(value)}. Its ${what}s are: ${existing.join(', ')}`;

/** A Problem that names the parameter. `output/nodeErrors.ts` adds the item. */
export const invalidParameter = ({ displayName }: Field, what: string, advice: string): Problem =>
	refusal(`'${displayName}' ${what}`, advice, 'Correct the value and call the tool again.');
