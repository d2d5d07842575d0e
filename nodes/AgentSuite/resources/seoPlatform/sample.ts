import type { components } from '../../model/service';

type Schemas = components['schemas'];

export const platformSample = {
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
} satisfies Schemas['Platform'];
