import { defineResource } from '../../define/defineOperation';

export const billingResource = defineResource('billing', {
	name: 'Billing',
	description: 'Active users and token balance of the account',
	preselected: 'getTokenBalance',
});
