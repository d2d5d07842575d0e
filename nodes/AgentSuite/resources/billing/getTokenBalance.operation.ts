import { defineOperation } from '../../model/operation';
import { oneRecord } from '../response';
import { billing } from './resource';

const sample = {
	mainTokenCount: 5000,
	extraTokenCount: 250,
	totalTokenCount: 5250,
	refillBalanceActive: true,
	refillBalanceUpTo: 5000,
	minBalanceBeforeRefill: 500,
	apiKey: 'example-key',
};

export const billingGetTokenBalance = defineOperation({
	...billing,
	operation: 'getTokenBalance',
	name: 'Get Token Balance',
	action: 'Get token balance',
	description: 'Retrieve the number of tokens left and the automatic refill settings',
	method: 'GET',
	path: '/billing-token/getTokenBalance',
	tokens: 1,
	effect: 'read',
	secrets: ['apiKey'],
	fields: [],
	request: () => ({}),
	records: oneRecord(sample, 'a token balance'),
	sample,
});
