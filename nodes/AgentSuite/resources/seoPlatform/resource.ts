import { defineResource } from '../../define/defineOperation';

export const seoPlatformResource = defineResource('seoPlatform', {
	name: 'SEO Platform',
	description: 'Websites your articles are published on',
	preselected: 'getAll',
});
