import type { Field } from '../model/field';
import { Problem } from '../model/problem';

/** A text of the user, as far as an error shows it. */
export const quoted = (value: string) => `'${value.slice(0, 60)}'`;

/** For a value that is not one of those that exist: "has no option 'a'. Its options are: b, c". */
export const hasNo = (what: 'option' | 'filter', value: string, existing: readonly unknown[]) =>
	`has no ${what} ${quoted(value)}. Its ${what}s are: ${existing.join(', ')}`;

/** A Problem that names the parameter. `output/nodeErrors.ts` adds the item. */
export function invalidParameter({ displayName }: Field, what: string, advice: string): Problem {
	return new Problem({
		kind: 'input',
		message: `'${displayName}' ${what}`,
		description: `${advice} No tokens were spent.`,
		forModel: 'Correct the value and call the tool again. No tokens were spent.',
	});
}
