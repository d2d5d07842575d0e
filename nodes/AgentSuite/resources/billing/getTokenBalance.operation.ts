import { defineOperation } from '../../define/define';
import { endpoints } from '../../model/endpoints';
import { billingResource } from './resource';

export const billingGetTokenBalance = defineOperation({
	resource: billingResource,
	endpoint: endpoints['billing.getTokenBalance'],
	name: 'Get Token Balance',
	action: 'Get token balance',
	description: 'Retrieve the number of tokens left and the automatic refill settings',
});
