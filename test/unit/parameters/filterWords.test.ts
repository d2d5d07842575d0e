import { filtersInWords } from '../../../nodes/AgentSuite/parameters/filterWords';
import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';

test.each([
	[{}, undefined],
	[{ status: [] }, undefined],
	[{ email: 'x', status: [] }, ' the Email filter'],
	[{ name: 'x', status: ['contacted'] }, ' the Name and Status filters'],
	[{ email: null, status: ['contacted'] }, ': Email is empty'],
	[{ email: null, status: null }, ': Email and Status are empty'],
	[{ email: null, name: null, status: null }, ': Email, Name, and Status are empty'],
	[
		{ name: 'x', status: ['hot'] },
		/^ the Name and Status filters: Status has no option 'hot'\. Its options are: contacted, /,
	],
	[
		{ status: ['contacted', 'hot'] },
		/^: Status has no option 'hot'\. Its options are: contacted, /,
	],
])('%j lets nothing through because of: %s', (filters, expected) => {
	const words = filtersInWords(leadGetAll.filters, filters);
	if (expected instanceof RegExp) expect(words).toMatch(expected);
	else expect(words).toBe(expected);
});
