/** An operation that changes the texts that a user adds, and keeps the others. */

import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../model/field';
import type { Refuse } from '../model/refusal';

type Texts = ReadonlyArray<Field & { type: 'string' }>;

/** What a user has chosen. */
interface Update {
	updateFields: Readonly<Record<string, string | undefined>>;
	options: { clearEmptyFields?: boolean };
}

/** The `fields`, `options`, and `request` of such an operation. The service has to keep what the body leaves out. */
export const updateOf = <const Fields extends Texts>(texts: Fields) =>
	({
		fields: [
			{
				displayName: 'Update Fields',
				name: 'updateFields',
				type: 'collection',
				placeholder: 'Add Field',
				default: {},
				description:
					"Fields to change. Empty fields keep their current value, unless you turn on the option 'Clear Empty Fields'.",
				options: texts,
			},
		],
		options: [
			{
				displayName: 'Clear Empty Fields',
				name: 'clearEmptyFields',
				type: 'boolean',
				default: false,
				description:
					'Whether to clear fields that you add and leave empty, instead of keeping their current value. A field that an AI model leaves empty keeps its value.',
			},
		],
		request: changesOf,
	}) as const;

/** The changes to send. @throws {Problem} if there are none */
function changesOf(
	{ updateFields: fields, options }: Update,
	refuse: Refuse<'updateFields'>,
): IDataObject {
	const changes = Object.entries(fields).filter(
		([, value]) => value !== '' || options.clearEmptyFields,
	);
	if (changes.length > 0) return Object.fromEntries(changes);
	throw refuse('updateFields', {
		what: 'has no field with a value',
		advice: options.clearEmptyFields
			? 'Add a field. One whose expression returns nothing keeps its text. To clear it, return an empty text, such as {{ $json.text ?? "" }}.'
			: "Add a field, and enter a value. To clear a field, add the option 'Clear Empty Fields' and turn it on.",
		forModel: 'Call the tool again with at least one text to change.',
	});
}
