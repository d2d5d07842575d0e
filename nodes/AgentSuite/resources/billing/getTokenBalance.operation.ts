import { oneRecord } from '../../model/response';
import { defineOperation } from '../../model/operation';
import { tokenBalanceSample } from './sample';
import { billing } from './resource';

export const billingGetTokenBalance = defineOperation({
	...billing,
	operation: 'getTokenBalance',
	name: 'Get Token Balance',
	action: 'Get token balance',
	description: 'Retrieve the number of tokens left and the automatic refill settings',
	method: 'GET',
	path: '/billing-token/getTokenBalance',
	tokens: 1,
	idempotent: true,
	secrets: ['apiKey'],
	fields: [],
	request: () => ({}),
	records: (body) => oneRecord(body, tokenBalanceSample, 'a token balance'),
	sample: tokenBalanceSample,
});
