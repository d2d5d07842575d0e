import { defineOperation } from '../../define/defineOperation';
import { defineFilter, valueFilter } from '../../define/filters';
import { isInvalid } from './isInvalid';
import { seoPlatformResource } from './resource';

export const seoPlatformGetAll = defineOperation(seoPlatformResource, 'getAll', {
	name: 'Get Many',
	action: 'Get many SEO platforms',
	description: 'Retrieve the websites your articles are published on',
	filters: [
		defineFilter(
			{
				displayName: 'Invalid',
				name: 'invalid',
				type: 'boolean',
				default: true,
				description:
					'Whether to only return platforms with an invalid configuration. If off, only valid ones are returned.',
			},
			(platform, invalid) => isInvalid(platform) === invalid,
		),
		valueFilter({
			displayName: 'Type',
			name: 'type',
			placeholder: 'e.g. wordpress',
			description: 'Type of the platform, for example wordpress or wix',
		}),
	],
});
