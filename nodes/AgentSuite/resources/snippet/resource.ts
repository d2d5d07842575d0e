import { endpoints } from '../../model/endpoints';
import type { Resource } from '../../model/operation';

export const snippetResource = {
	name: 'Snippet',
	value: 'snippet',
	description: 'Reusable texts of your agents',
	preselected: endpoints['snippet.update'].id,
} as const satisfies Resource;
