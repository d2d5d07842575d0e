import { defineResource } from '../../define/defineOperation';

export const leadResource = defineResource('lead', {
	name: 'Lead',
	description: 'Leads from the conversations of your agents',
	preselected: 'getAll',
	keptIn: {
		nodeType: 'n8n-nodes-base.dataTable',
		relationHint:
			'Upserts leads by leadKey, so that a repeated execution updates their rows, unless a key has changed. ' +
			'For leads with a # in their leadKey, Get Many and the trigger can make different keys: fill a table from only one of them',
	},
});
