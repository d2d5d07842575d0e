export const billing = {
	resource: 'billing',
	resourceName: 'Billing',
	resourceDescription: 'Active users and token balance of the account',
} as const;
