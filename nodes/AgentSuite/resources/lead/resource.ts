import { defineResource } from '../../define/defineOperation';

export const leadResource = defineResource('lead', {
	name: 'Lead',
	description: 'Leads from the conversations of your agents',
	preselected: 'getAll',
});
