import type { Resource } from '../../model/operation';

export const leadResource = {
	name: 'Lead',
	value: 'lead',
	description: 'Leads from the conversations of your agents',
	preselected: 'lead.getAll',
} as const satisfies Resource;
