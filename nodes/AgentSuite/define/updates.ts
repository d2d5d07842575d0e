/** What follows from the `updates` of an operation: it changes the texts that a user adds, and keeps the others. */

import { UPDATE_FIELDS, type Field } from '../model/field';
import type { AnySpec } from '../model/operationSpec';
import type { ReadParameters } from '../model/parameterTypes';
import type { Problem } from '../model/problem';
import { refusal } from '../model/refusal';
import { byLabel } from '../fields/sharedFields';

type Updates = AnySpec['updates'];

const named = { displayName: 'Update Fields', name: UPDATE_FIELDS } as const;

export const updateFields = (updates: Updates): Field[] =>
	updates
		? [
				{
					...named,
					type: 'collection',
					placeholder: 'Add Field',
					default: {},
					description:
						"Fields to change. Empty fields keep their current value, unless you turn on the option 'Clear Empty Fields'.",
					options: [...updates].sort(byLabel),
				},
			]
		: [];

export const updateOptions = (updates: Updates): Field[] =>
	updates
		? [
				{
					displayName: 'Clear Empty Fields',
					name: 'clearEmptyFields',
					type: 'boolean',
					default: false,
					description:
						'Whether to clear fields that you add and leave empty, instead of keeping their current value. A field that an AI model leaves empty keeps its value.',
				},
			]
		: [];

/** Whether an empty text that the user has added clears the field. Otherwise, that keeps its text. */
export const clearsEmpty = ({ options }: ReadParameters): boolean =>
	options?.clearEmptyFields === true;

/** What is said if there is nothing to change. */
export const noChange = (parameters: ReadParameters): Problem =>
	refusal(named, {
		what: 'has no field with a value',
		advice: clearsEmpty(parameters)
			? 'Add a field. One whose expression returns nothing keeps its text. To clear it, return an empty text, such as {{ $json.text ?? "" }}.'
			: "Add a field, and enter a value. To clear a field, add the option 'Clear Empty Fields' and turn it on.",
		forModel: 'Call the tool again with at least one text to change.',
	});
