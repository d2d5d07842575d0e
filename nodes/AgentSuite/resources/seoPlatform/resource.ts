export const seoPlatform = {
	resource: 'seoPlatform',
	resourceName: 'SEO Platform',
	resourceDescription: 'Websites your articles are published on',
} as const;
