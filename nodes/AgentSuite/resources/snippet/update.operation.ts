import { defineOperation } from '../../define/define';
import { record } from '../../define/responses';
import { variablesHint } from '../../define/fields';
import { documentedSnippet, snippetResource } from './resource';

export const snippetUpdate = defineOperation({
	resource: snippetResource,
	name: 'Update',
	value: 'update',
	action: 'Update snippet',
	description: 'Change the name, description, or content of a snippet, and keep the other fields',
	endpoint: 'PUT /agent/connector/snippet/{snippetId}',
	isPreselected: true,
	notice:
		'The values you enter replace the current ones. No operation reads the previous texts, so keep a copy.',
	fields: [
		{
			displayName: 'Snippet ID',
			name: 'snippetId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. snip_hours',
			description: 'ID of the snippet to change',
			hint: 'Look for it in the dashboard: n8n cannot list snippets',
		},
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description:
				"Fields to change. Empty fields keep their current value, unless you turn on the option 'Clear Empty Fields'.",
			options: [
				{
					displayName: 'Content',
					name: 'content',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					placeholder: 'e.g. We are open Monday to Friday, 9 am to 5 pm.',
					description: 'New text of the snippet',
					hint: variablesHint,
				},
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. When the office is open',
					description: 'New description of the snippet',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Opening hours',
					description: 'New name of the snippet',
				},
			],
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
	// The service keeps the fields that the body leaves out.
	request: ({ updateFields, options: { clearEmptyFields } }, refuse) => {
		const changes = Object.entries(updateFields).filter(
			([, value]) => value !== '' || clearEmptyFields,
		);
		if (changes.length === 0)
			throw refuse(
				'updateFields',
				'has no field with a value',
				clearEmptyFields
					? 'Add a field. One without a value keeps its text. To clear it, return an empty text, such as {{ $json.text ?? "" }}.'
					: "Add a field, and enter a value. To clear a field, add the option 'Clear Empty Fields' and turn it on.",
				'Call the tool again with at least one text to change.',
			);
		return { body: Object.fromEntries(changes) };
	},
	response: record(documentedSnippet),
	advice: {
		404: 'Your organization has no snippet with this ID. Look for the snippet ID in the dashboard.',
	},
});
