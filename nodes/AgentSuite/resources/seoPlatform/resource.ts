import type { Field } from '../../model/field';

export const seoPlatform = {
	name: 'SEO Platform',
	value: 'seoPlatform',
	description: 'Websites your articles are published on',
} as const;

/** For what returns platforms. Their connection settings contain secrets. */
export const includeSecretsOption = {
	displayName: 'Include Secrets',
	name: 'includeSecrets',
	type: 'boolean',
	default: false,
	description:
		'Whether to include the connection settings of a platform in the output. They are then stored in the execution data.',
} as const satisfies Field;

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
