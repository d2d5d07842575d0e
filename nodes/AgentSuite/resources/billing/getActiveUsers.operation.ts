import { manyRecords } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { applyLimit, listFields } from '../list';
import { activeUserSample } from './sample';
import { billing } from './resource';

export const billingGetActiveUsers = defineOperation({
	...billing,
	operation: 'getActiveUsers',
	name: 'Get Active Users',
	action: 'Get active users',
	description: "Retrieve your organization's active users (administrator token required)",
	method: 'GET',
	path: '/billing/payments/getAllActivesUsers',
	tokens: 5,
	idempotent: true,
	forbiddenHint:
		'Only administrators can list active users. Use the access token of an administrator in the credential.',
	fields: listFields,
	request: () => ({}),
	records: (body, onSkipped) => manyRecords(body, activeUserSample, 'users', 'users', onSkipped),
	items: ({ records }, page) => applyLimit(records, page),
	sample: activeUserSample,
});
