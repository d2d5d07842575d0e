import { endpoints } from '../../model/endpoints';
import type { Resource } from '../../model/operation';

export const leadResource = {
	name: 'Lead',
	value: 'lead',
	description: 'Leads from the conversations of your agents',
	preselected: endpoints['lead.getAll'].id,
} as const satisfies Resource;
