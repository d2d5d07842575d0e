import type { Named } from './field';
import { Problem } from './problem';

/** What is said of a value that is refused. */
interface RefusalTexts {
	/** What is wrong, after the label of the field. */
	what: string;
	/** What to do about it, for a person in the editor. Default: check it. */
	advice?: string;
	/** What the AI model can do that has given the value. Default: correct it. */
	forModel?: string;
}

/** The Problem of a value that cannot be sent. The node adds the item. The value is no part of these texts, but the `detail`. */
export const refusal = (
	{ name, displayName }: Named,
	{
		what,
		advice = 'Check the value or the expression.',
		forModel = 'Correct the value and call the tool again.',
	}: RefusalTexts,
): Problem =>
	new Problem({
		kind: 'input',
		message: `'${displayName}' ${what}`,
		description: advice,
		forModel,
		parameter: name,
	});

/** Throws the same, of a field by its name. */
export type Refuse<Name extends string> = (field: Name, texts: RefusalTexts) => never;
