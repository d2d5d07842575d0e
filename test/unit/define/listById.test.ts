import { listById } from '../../../nodes/AgentSuite/define/listById';
import { articleGetAll } from '../../../nodes/AgentSuite/resources/operations';

const { identity } = listById({ name: 'tests', operation: articleGetAll, parts: [] }, ['name']);

test.each([
	['a', 'id a'],
	[7, 'id 7'],
	[0, 'id 0'],
	['', 'other ["A"]'],
	[null, 'other ["A"]'],
	[undefined, 'other ["A"]'],
])('a record with the ID %j is identified by %j', (id, expected) => {
	expect(identity({ id, name: 'A' })).toBe(expected);
});
