import { defineOperation } from '../../define/defineOperation';
import { isInvalid } from './isInvalid';
import { platformTypeFields, refusePlatform, typeAndConfig } from './platformType';
import { seoPlatformResource } from './resource';

const INVALID_CONFIG =
	'The service says that the configuration of the platform is invalid. Articles might not be published there until you correct it in the dashboard.';

export const seoPlatformCreate = defineOperation(seoPlatformResource, 'create', {
	name: 'Create',
	action: 'Create SEO platform',
	description: 'Connect a publishing website, which cannot be removed from n8n',
	notice:
		'Platforms cannot be removed or edited from n8n. Running this twice can create two platforms.',
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Blog',
			description: 'Display name of the platform',
		},
		...platformTypeFields,
	],
	refuse: refusePlatform,
	body: ({ name, ...platform }) => ({ name, ...typeAndConfig(platform) }),
	// A platform without a valid configuration is created too.
	shape: (platform) => (isInvalid(platform) ? { ...platform, warning: INVALID_CONFIG } : platform),
	advice: {
		inDoubt: 'To see whether the platform was created, run SEO Platform: Get Many with Return All.',
		400: "Check the name and type, and the connection settings. For WordPress, these are the domain, username, and application password, otherwise the keys in 'Config'. Get Many with 'Include Secrets' shows the keys of existing platforms. The reason of the service is not shown, because it could repeat a secret.",
	},
});
