/** The type of a platform, and its connection settings: the fields of each type, and what the service gets. */

import type { IDataObject } from 'n8n-workflow';

import { choiceValues, type Field } from '../../model/field';
import type { ValuesOf } from '../../model/parameterTypes';
import type { Refuse } from '../../model/refusal';
import { configField } from './config';
import { refuseWordPress, wordPressConfig, wordPressFields } from './wordpress';

/** What the service gets is `type` and `config`. The menu of types and the fields of WordPress are ours. */
const typeField = {
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

export const platformTypeFields = [
	typeField,
	{
		displayName: 'Custom Type',
		name: 'customType',
		type: 'string',
		required: true,
		default: '',
		displayOptions: { show: { platformType: ['other'] } },
		placeholder: 'e.g. shopify',
		description: 'Type of the platform, as used by the service',
		hint: 'Ask the support of the service. Get Many shows the types of your platforms',
	},
	...wordPressFields,
	configField,
] as const satisfies readonly Field[];

type Platform = ValuesOf<typeof platformTypeFields>;

/** @throws {Problem} for what cannot be right, because a platform cannot be changed or removed */
export function refusePlatform(
	{ platformType, customType = '', ...wordPress }: Platform,
	refuse: Refuse<'customType' | 'domain' | 'applicationPassword'>,
): void {
	if (platformType === 'wordpress') refuseWordPress(wordPress, refuse);
	if (platformType === 'other' && isInMenu(customType))
		refuse('customType', {
			what: 'is a type of the menu',
			advice: "Select it in 'Platform Type' instead.",
			forModel: "Tell the user: Select it in 'Platform Type' instead.",
		});
}

export const typeAndConfig = ({
	platformType,
	customType,
	config,
	...wordPress
}: Platform): IDataObject => ({
	type: platformType === 'other' ? customType : platformType,
	config: platformType === 'wordpress' ? wordPressConfig(wordPress) : config,
});

/** Whether a type, in any case, can be selected instead. */
function isInMenu(type: string): boolean {
	// Other is no type, but what shows Custom Type. Should the service have a type of that name, it can only be entered there.
	const listed = choiceValues(typeField).filter((value) => value !== 'other');
	return listed.includes(type.toLowerCase());
}
