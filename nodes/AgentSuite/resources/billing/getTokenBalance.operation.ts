import { defineOperation } from '../../define/define';
import { record } from '../../define/responses';
import { billingResource } from './resource';

export const billingGetTokenBalance = defineOperation({
	resource: billingResource,
	name: 'Get Token Balance',
	value: 'getTokenBalance',
	action: 'Get token balance',
	description: 'Retrieve the number of tokens left and the automatic refill settings',
	endpoint: 'GET /billing-token/getTokenBalance',
	tokens: 1,
	response: record({
		documented: {
			mainTokenCount: 5000,
			extraTokenCount: 250,
			totalTokenCount: 5250,
			refillBalanceActive: true,
			refillBalanceUpTo: 5000,
			minBalanceBeforeRefill: 500,
			apiKey: 'example-key',
		},
		secrets: { paths: ['apiKey'] },
	}),
});
