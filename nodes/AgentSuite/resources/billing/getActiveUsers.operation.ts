import { defineOperation } from '../../define/defineOperation';
import { billingResource } from './resource';

export const billingGetActiveUsers = defineOperation(billingResource, 'getActiveUsers', {
	name: 'Get Active Users',
	action: 'Get active users',
	description: "Retrieve your organization's active users",
});
