import { endpoints } from '../../model/endpoints';
import type { Resource } from '../../model/operation';

export const billingResource = {
	name: 'Billing',
	value: 'billing',
	description: 'Active users and token balance of the account',
	preselected: endpoints['billing.getTokenBalance'].id,
} as const satisfies Resource;
