import type { Field } from '../model/field';
import type { Operation } from '../model/operation';
import { sentence, sentences } from '../texts/words';

/** The hint of a field with an ID, also of one that can be selected from a list. */
const hintOf = ({ hint, modes = [] }: Field) =>
	hint ?? modes.find(({ name }) => name === 'id')?.hint;

/** "Lead ID" is a lead, "SEO Job" an SEO job. */
const thingOf = ({ displayName }: Field): string =>
	displayName.replace(/ ID$/, '').replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/**
 * What to do about a 404 of an operation that asks for a record by its ID: by a required field whose name ends in `Id`. Its hint says
 * where to find that. Nothing for any other operation, of which a 404 shows a wrong base URL.
 */
export function missingAdvice(fields: readonly Field[]): Operation['advice'] {
	const field = fields.find(({ name, required }) => required && name.endsWith('Id'));
	if (!field) return {};
	const hint = hintOf(field);
	return {
		404: sentences(
			`Your organization has no ${thingOf(field)} with this ID.`,
			hint && sentence(hint),
		),
	};
}
