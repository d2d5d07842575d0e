export const seoPlatform = {
	resource: 'seoPlatform',
	resourceName: 'SEO Platform',
	resourceDescription: 'Websites your articles are published on',
} as const;

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
};
