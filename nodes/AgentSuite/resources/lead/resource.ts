export const lead = {
	resource: 'lead',
	resourceName: 'Lead',
	resourceDescription: 'Leads from the conversations of your agents',
} as const;
