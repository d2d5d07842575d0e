import { defineOperation } from '../../define/defineOperation';
import { idField, variablesHint } from '../../define/fields';
import { snippetResource } from './resource';

export const snippetUpdate = defineOperation(snippetResource, 'update', {
	name: 'Update',
	action: 'Update snippet',
	description: 'Change the name, description, or content of a snippet, and keep the other fields',
	notice:
		'The values you enter replace the current ones. No operation reads the previous texts, so keep a copy.',
	target: idField({
		thing: 'snippet',
		displayName: 'Snippet ID',
		name: 'snippetId',
		placeholder: 'e.g. snip_hours',
		description: 'ID of the snippet to change',
		hint: 'Look for it in the dashboard: n8n cannot list snippets',
	}),
	updates: [
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
});
