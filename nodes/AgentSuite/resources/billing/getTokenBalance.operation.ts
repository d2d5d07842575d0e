import { defineOperation } from '../../define/define';
import { record } from '../../define/responses';
import { endpoints } from '../../model/endpoints';
import { billingResource } from './resource';

export const billingGetTokenBalance = defineOperation({
	resource: billingResource,
	endpoint: endpoints['billing.getTokenBalance'],
	name: 'Get Token Balance',
	action: 'Get token balance',
	description: 'Retrieve the number of tokens left and the automatic refill settings',
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
