import { defineOperation } from '../../../nodes/AgentSuite/resources/defineOperation';
import type { OperationSpec } from '../../../nodes/AgentSuite/model/operation';

const declaring = (response: OperationSpec<unknown>['response']) => () =>
	defineOperation({
		resource: { name: 'Agent', value: 'agent', description: 'Agents' },
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many agents',
		description: 'Retrieve the agents',
		endpoint: 'GET /agents',
		tokens: 1,
		response,
	});

test('a list beside other fields is refused, because it would be read as one record', () => {
	const agents = [{ id: 'agent_1' }];
	expect(declaring({ agents, message: 'Done' })().isList).toBe(true);
	expect(declaring({ id: 'agent_1', tags: ['a'] })().isList).toBe(false);
	expect(declaring({ agents, total: 1 })).toThrow('a list of records beside other fields');
});
