import { defineOperation } from '../../define/define';
import { endpoints } from '../../model/endpoints';
import { billingResource } from './resource';

export const billingGetActiveUsers = defineOperation({
	resource: billingResource,
	endpoint: endpoints['billing.getActiveUsers'],
	name: 'Get Active Users',
	action: 'Get active users',
	description: "Retrieve your organization's active users",
});
