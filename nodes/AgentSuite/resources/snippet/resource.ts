import type { Resource } from '../../model/operation';

export const snippetResource = {
	name: 'Snippet',
	value: 'snippet',
	description: 'Reusable texts of your agents',
	preselected: 'snippet.update',
} as const satisfies Resource;
