import type { Field } from '../../model/field';

/** The connection settings of a site that is no WordPress site, as the service gets them: their keys are not documented. */
export const configField = {
	displayName: 'Config',
	name: 'config',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	displayOptions: { show: { platformType: ['wix', 'other'] } },
	required: true,
	placeholder: 'Add Setting',
	default: { settings: [{ key: '', value: '' }] },
	description:
		'Connection settings of the platform, as keys and values. The API documentation names no keys, so ask the support of the service.',
	options: [
		{
			displayName: 'Settings',
			name: 'settings',
			values: [
				{
					displayName: 'Key',
					name: 'key',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. siteId',
					description: 'Name of the setting, spelled as the service spells it for this type',
					hint: 'Ask the support of the service. If you have such a platform, Get Many with Include Secrets shows its keys and secrets',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					typeOptions: { password: true },
					required: true,
					default: '',
					placeholder: 'e.g. ID of the site, or API key',
					description: 'To keep the value out of the workflow, use an expression',
					hint: 'Saved in the workflow in clear text',
				},
			],
		},
	],
} as const satisfies Field;
