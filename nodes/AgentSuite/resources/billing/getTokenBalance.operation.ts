import { defineOperation } from '../../define/defineOperation';
import { billingResource } from './resource';

export const billingGetTokenBalance = defineOperation(billingResource, 'getTokenBalance', {
	name: 'Get Token Balance',
	action: 'Get token balance',
	description: 'Retrieve the number of tokens left and the automatic refill settings',
});
