import { choiceValues, type Field } from '../../model/field';
import { defineOperation } from '../../define/define';
import { requiredText } from '../../define/fields';
import { configField } from './config';
import { isInvalid } from './isInvalid';
import { seoPlatformResource } from './resource';
import { wordPressConfig, wordPressFields } from './wordpress';

const platformType = {
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
} as const satisfies Field;

/** Whether a type, in any case, can be selected instead. */
function isOfMenu(type: string): boolean {
	// Other is no type, but what shows Custom Type. Should the service have a type of that name, it can only be entered there.
	const listed = choiceValues(platformType).filter((value) => value !== 'other');
	return listed.includes(type.toLowerCase());
}

const INVALID_CONFIG =
	'The service says that the configuration of the platform is invalid. Articles might not be published there until you correct it in the dashboard.';

export const seoPlatformCreate = defineOperation(seoPlatformResource, 'create', {
	name: 'Create',
	action: 'Create SEO platform',
	description: 'Connect a publishing website, which cannot be removed from n8n',
	notice:
		'Platforms cannot be removed or edited from n8n. Running this twice can create two platforms.',
	fields: [
		requiredText({
			displayName: 'Name',
			name: 'name',
			placeholder: 'e.g. Blog',
			description: 'Display name of the platform',
		}),
		platformType,
		requiredText({
			displayName: 'Custom Type',
			name: 'customType',
			displayOptions: { show: { platformType: ['other'] } },
			placeholder: 'e.g. shopify',
			description: 'Type of the platform, as used by the service',
			hint: 'Ask the support of the service. Get Many shows the types of your platforms',
		}),
		...wordPressFields,
		configField,
	],
	// The service gets name, type, and config. The menu of types and the fields of WordPress are ours: what is wrong has to be found
	// before, because a platform cannot be changed or removed.
	request: ({ name, platformType: type, customType, config, ...wordPress }, refuse) => {
		if (type === 'wordpress')
			return { body: { name, type, config: wordPressConfig(wordPress, refuse) } };
		if (type === 'wix') return { body: { name, type, config } };
		if (isOfMenu(customType))
			throw refuse('customType', {
				what: 'is a type of the menu',
				advice: "Select it in 'Platform Type' instead.",
				forModel: "Tell the user: Select it in 'Platform Type' instead.",
			});
		return { body: { name, type: customType, config } };
	},
	// A platform without a valid configuration is created too.
	shape: (platform) => (isInvalid(platform) ? { ...platform, warning: INVALID_CONFIG } : platform),
	advice: {
		inDoubt: 'To see whether the platform was created, run SEO Platform: Get Many with Return All.',
		400: "Check the name and type, and the connection settings. For WordPress, these are the domain, username, and application password, otherwise the keys in 'Config'. Get Many with 'Include Secrets' shows the keys of existing platforms. The reason of the service is not shown, because it could repeat a secret.",
	},
});
