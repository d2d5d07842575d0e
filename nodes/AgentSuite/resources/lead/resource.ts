import { defineResource } from '../../define/define';

export const leadResource = defineResource('lead', {
	name: 'Lead',
	description: 'Leads from the conversations of your agents',
	preselected: 'getAll',
});
