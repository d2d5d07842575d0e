import { listById } from '../../define/listById';
import { seoPlatformGetAll } from './getAll.operation';
import { isInvalid } from './isInvalid';

export const platforms = listById(
	{
		name: 'platforms',
		operation: seoPlatformGetAll,
		parts: [
			{
				name: 'invalidConfig',
				text: (platform) => (isInvalid(platform) ? 'invalid' : 'valid'),
			},
		],
		alerts: true,
	},
	// No other documented field says which platform it is. So one without an ID that is renamed is a new one.
	['name', 'type'],
);
