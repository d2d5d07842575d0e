import { defineOperation } from '../../model/operation';
import { manyRecords } from '../response';
import { applyLimit, listFields } from '../list';
import { foldText, searchBy } from '../search';
import { platformSample, seoPlatform } from './resource';

const searchType = searchBy('type', foldText);

export const seoPlatformGetAll = defineOperation({
	...seoPlatform,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many SEO platforms',
	description: 'Retrieve the websites your articles are published on',
	method: 'GET',
	path: '/seo/getPlatforms',
	tokens: 5,
	effect: 'read',
	secrets: ['config'],
	fields: [
		...listFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			description: 'Only return platforms that match all filters',
			options: [
				{
					displayName: 'Invalid Only',
					name: 'invalidOnly',
					type: 'boolean',
					default: false,
					description: 'Whether to only return platforms with an invalid configuration',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'string',
					default: '',
					placeholder: 'e.g. wordpress',
					description:
						'Type of the platform, for example wordpress or wix. An empty value matches no platform.',
				},
			],
		},
	],
	request: () => ({}),
	records: manyRecords(platformSample, 'platforms'),
	items: ({ records, once }, { filters: { type, invalidOnly = false }, ...page }) => {
		const found = type === undefined ? records : once(searchType)(type);
		return applyLimit(
			invalidOnly ? found.filter(({ invalidConfig }) => invalidConfig === true) : found,
			page,
		);
	},
	sample: platformSample,
});
