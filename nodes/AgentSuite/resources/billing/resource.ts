import type { Resource } from '../../model/operation';

export const billingResource = {
	name: 'Billing',
	value: 'billing',
	description: 'Active users and token balance of the account',
	preselected: 'billing.getTokenBalance',
} as const satisfies Resource;
