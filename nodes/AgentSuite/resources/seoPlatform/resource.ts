import { endpoints } from '../../model/endpoints';
import type { Resource } from '../../model/operation';

export const seoPlatformResource = {
	name: 'SEO Platform',
	value: 'seoPlatform',
	description: 'Websites your articles are published on',
	preselected: endpoints['seoPlatform.getAll'].id,
} as const satisfies Resource;
