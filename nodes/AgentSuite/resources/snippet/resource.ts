import { defineResource } from '../../define/define';

export const snippetResource = defineResource('snippet', {
	name: 'Snippet',
	description: 'Reusable texts of your agents',
	preselected: 'update',
});
