import { manyRecords } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { applyLimit, listFields, sameText } from '../list';
import { platformSample } from '../samples';

export const seoPlatformGetAll = defineOperation({
	resource: 'seoPlatform',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many SEO platforms',
	description: 'Retrieve the websites that articles are published on',
	method: 'GET',
	path: '/seo/getPlatforms',
	tokens: 5,
	idempotent: true,
	secrets: ['config'],
	fields: [
		...listFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Only platforms that match all of these are returned',
			options: [
				{
					displayName: 'Invalid Only',
					name: 'invalidOnly',
					type: 'boolean',
					default: false,
					description: 'Whether to return only platforms whose configuration is invalid',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'string',
					default: '',
					placeholder: 'e.g. wordpress',
					description: 'Type of the platform, such as wordpress or wix',
				},
			],
		},
	],
	request: () => ({}),
	records: (answer) => manyRecords(answer, platformSample, 'platforms'),
	items: (platforms, { filters: { type, invalidOnly = false }, ...page }) =>
		applyLimit(
			platforms.filter(
				(platform) =>
					(type === undefined || sameText(platform.type, type)) &&
					(!invalidOnly || platform.invalidConfig === true),
			),
			page,
		),
	sample: platformSample,
});
