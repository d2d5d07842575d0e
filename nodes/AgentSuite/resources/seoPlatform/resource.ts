import type { Resource } from '../../model/operation';

export const seoPlatformResource = {
	name: 'SEO Platform',
	value: 'seoPlatform',
	description: 'Websites your articles are published on',
	preselected: 'seoPlatform.getAll',
} as const satisfies Resource;
