import type { Field } from '../model/field';
import { sentence, sentences } from '../texts/words';

/** The hint of a field with an ID, also of one that can be selected from a list. */
const hintOf = ({ hint, modes = [] }: Field) =>
	hint ?? modes.find(({ name }) => name === 'id')?.hint;

/** "Lead ID" is a lead, "SEO Job" an SEO job. */
const thingOf = ({ displayName }: Field): string =>
	displayName.replace(/ ID$/, '').replace(/\b[A-Z](?=[a-z]+\b)/g, (letter) => letter.toLowerCase());

/** What to do about a 404 of an operation with this target. */
export const missingAdvice = (target: Field): string => {
	const hint = hintOf(target);
	return sentences(
		`Your organization has no ${thingOf(target)} with this ID.`,
		hint && sentence(hint),
	);
};
