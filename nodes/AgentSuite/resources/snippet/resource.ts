export const snippetResource = {
	name: 'Snippet',
	value: 'snippet',
	description: 'Reusable texts of your agents',
} as const;
