import { defineResource } from '../../define/defineOperation';

export const snippetResource = defineResource('snippet', {
	name: 'Snippet',
	description: 'Reusable texts of your agents',
	preselected: 'update',
});
