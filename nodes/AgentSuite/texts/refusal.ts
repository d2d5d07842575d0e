import type { Field } from '../model/field';
import { Problem } from '../model/problem';
import { startOf } from './words';

/** A text of the user, as far as an error shows it. */
const quoted = (value: string) => `'${startOf(value, 60)}'`;

/** For a value that is not one of those that exist: "has no option 'a'. Its options are: b, c". */
export const hasNo = (value: string, existing: readonly unknown[]) =>
	`has no option ${quoted(value)}. Its options are: ${existing.join(', ')}`;

/** What a `Refuse` (model/operation.ts) makes, with the field itself. */
export const refusal = (
	{ name, displayName }: Pick<Field, 'name' | 'displayName'>,
	what: string,
	advice: string,
	// The advice is for a person in the editor.
	forModel = 'Correct the value and call the tool again.',
): Problem =>
	new Problem({
		kind: 'input',
		headline: `'${displayName}' ${what}`,
		description: advice,
		forModel,
		parameter: name,
	});
