import { defineOperation } from '../../define/define';
import { listIn } from '../../define/responses';
import { endpoints } from '../../model/endpoints';
import { billingResource } from './resource';

export const billingGetActiveUsers = defineOperation({
	resource: billingResource,
	endpoint: endpoints['billing.getActiveUsers'],
	name: 'Get Active Users',
	action: 'Get active users',
	description: "Retrieve your organization's active users",
	response: listIn('users', {
		documented: {
			id: 'user_01',
			email: 'dana.reyes@example.com',
			firstName: 'Dana',
			lastName: 'Reyes',
			role: 'admin',
			isActive: true,
			lastLoginAt: '2026-03-04T08:15:00.000Z',
		},
	}),
});
