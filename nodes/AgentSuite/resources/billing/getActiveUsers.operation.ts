import { defineOperation } from '../../model/operation';
import { manyRecords } from '../response';
import { applyLimit, listFields } from '../list';
import { billing } from './resource';

const sample = {
	id: 'user_01',
	email: 'dana.reyes@example.com',
	firstName: 'Dana',
	lastName: 'Reyes',
	role: 'admin',
	isActive: true,
	lastLoginAt: '2026-03-04T08:15:00.000Z',
};

export const billingGetActiveUsers = defineOperation({
	...billing,
	operation: 'getActiveUsers',
	name: 'Get Active Users',
	action: 'Get active users',
	description: "Retrieve your organization's active users (administrator token required)",
	recordName: 'User',
	method: 'GET',
	path: '/billing/payments/getAllActivesUsers',
	tokens: 5,
	effect: 'read',
	forbiddenHint: 'Generate a new token as an administrator, and paste it into the credential.',
	fields: listFields,
	request: () => ({}),
	records: manyRecords(sample, 'users', 'users'),
	items: ({ records }, page) => applyLimit(records, page),
	sample,
});
