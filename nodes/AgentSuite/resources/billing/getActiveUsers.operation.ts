import { defineOperation } from '../../define/define';
import { listIn } from '../../define/responses';
import { billingResource } from './resource';

export const billingGetActiveUsers = defineOperation({
	resource: billingResource,
	name: 'Get Active Users',
	value: 'getActiveUsers',
	action: 'Get active users',
	description: "Retrieve your organization's active users",
	endpoint: 'GET /billing/payments/getAllActivesUsers',
	role: 'administrator',
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
