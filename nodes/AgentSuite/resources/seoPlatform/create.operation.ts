import { Problem } from '../../model/problem';
import { defineOperation } from '../defineOperation';
import { platformSample, seoPlatform } from './resource';

const wordpressOnly = { show: { platformType: ['wordpress'] } } as const;

/** Labels between dots, with an optional scheme, port, and folder. */
const DOMAIN =
	/^(?:https?:\/\/)?(?!-)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:\/[^\s?#@\\]*)?$/iu;

/** A platform cannot be changed or removed, so a wrong domain must not be sent. @throws {Problem} */
function checkDomain(domain: string): void {
	if (DOMAIN.test(domain)) return;
	throw new Problem({
		kind: 'input',
		message: "'Domain' must be a domain name",
		description:
			'Enter the domain of the WordPress site, for example blog.example.com. No tokens were spent.',
		forModel: 'Call the tool again with a domain such as blog.example.com. No tokens were spent.',
	});
}

const INVALID_CONFIG =
	'The service says that the configuration of the platform is invalid. Articles might not be published there until you correct it in the dashboard.';

export const seoPlatformCreate = defineOperation({
	resource: seoPlatform,
	name: 'Create',
	value: 'create',
	action: 'Create SEO platform',
	description: 'Connect a publishing website (you cannot remove it from n8n)',
	endpoint: 'POST /seo/createPlatform',
	tokens: 5,
	fields: [
		{
			displayName:
				'Platforms cannot be removed or edited from n8n. Running this twice can create two platforms.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Blog',
			description: 'Display name of the platform',
		},
		{
			displayName: 'Platform Type',
			name: 'platformType',
			type: 'options',
			// For an expression, n8n would show and require the fields of every type.
			noDataExpression: true,
			default: 'wordpress',
			description: 'Kind of website',
			options: [
				{ name: 'Other', value: 'other' },
				{ name: 'Wix', value: 'wix' },
				{ name: 'WordPress', value: 'wordpress' },
			],
		},
		{
			displayName: 'Custom Type',
			name: 'customType',
			type: 'string',
			displayOptions: { show: { platformType: ['other'] } },
			required: true,
			default: '',
			placeholder: 'e.g. shopify',
			description: 'Type of the platform, as used by the service',
		},
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			displayOptions: wordpressOnly,
			required: true,
			default: '',
			placeholder: 'e.g. blog.example.com',
			description: 'Domain of the WordPress site',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			displayOptions: wordpressOnly,
			required: true,
			default: '',
			placeholder: 'e.g. editor',
			description: 'WordPress user that publishes the articles',
		},
		{
			displayName: 'Application Password',
			name: 'applicationPassword',
			type: 'string',
			typeOptions: { password: true },
			displayOptions: wordpressOnly,
			required: true,
			default: '',
			placeholder: 'e.g. abcd EFGH 1234 ijkl MNOP 5678',
			description:
				'Application password of that user, created in WordPress under Users > Profile. What you type is saved with the workflow. To keep it out, use an expression.',
		},
		{
			displayName: 'Config',
			name: 'config',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			displayOptions: { show: { platformType: ['wix', 'other'] } },
			required: true,
			placeholder: 'Add Setting',
			hint: 'The service defines the keys for each type',
			default: { settings: [{ key: '', value: '' }] },
			description:
				'Connection settings of the platform. What you type is saved with the workflow. To keep it out, use an expression.',
			options: [
				{
					displayName: 'Settings',
					name: 'settings',
					values: [
						{
							displayName: 'Key',
							name: 'key',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. siteId',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							typeOptions: { password: true },
							required: true,
							default: '',
						},
					],
				},
			],
		},
	],
	request: ({ name, platformType, customType, config, domain, username, applicationPassword }) => {
		const isWordpress = platformType === 'wordpress';
		if (isWordpress) checkDomain(domain ?? '');
		return {
			body: {
				name,
				type: platformType === 'other' ? customType : platformType,
				config: isWordpress ? { domain, username, applicationPassword } : config,
			},
		};
	},
	response: platformSample,
	// A platform without a valid configuration is created too.
	output: (platforms) =>
		platforms.map((platform) =>
			platform.invalidConfig === true ? { ...platform, warning: INVALID_CONFIG } : platform,
		),
	secrets: ['config'],
	advice: {
		400: "Check the name and type, and for WordPress the domain, username, and application password, or else the keys in 'Config'. The reason of the service is not shown, because it could repeat a secret.",
	},
});
