import type { Resource } from '../../model/operation';
import type { RecordSpec } from '../../model/recordSpec';

export const seoPlatformResource = {
	name: 'SEO Platform',
	value: 'seoPlatform',
	description: 'Websites your articles are published on',
	preselected: 'seoPlatform.getAll',
} as const satisfies Resource;

export const platformRecord = {
	documented: {
		id: 'plat_blog',
		name: 'Company blog',
		type: 'wordpress',
		config: {
			domain: 'blog.example.com',
			username: 'editor',
			applicationPassword: 'xxxx xxxx xxxx xxxx',
		},
		clientOrgId: 'org_northwind',
		invalidConfig: false,
	},
	secrets: { paths: ['config'], option: 'the connection settings of the platform' },
} as const satisfies RecordSpec;
