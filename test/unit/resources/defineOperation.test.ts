import { defineOperation } from '../../../nodes/AgentSuite/resources/defineOperation';
import { confirmation } from '../../../nodes/AgentSuite/resources/response';

const agentId = {
	displayName: 'Agent ID',
	name: 'agentId',
	type: 'string',
	required: true,
	default: '',
} as const;

const pause = defineOperation({
	resource: { name: 'Agent', value: 'agent', description: 'Agents' },
	name: 'Pause',
	value: 'pause',
	action: 'Pause agent',
	description: 'Pause an agent',
	endpoint: 'PUT /agents/{agentId}/pause',
	tokens: 1,
	fields: [agentId],
	response: confirmation(),
});

test('the places of a path get the fields of their names', () => {
	expect(pause.request({ agentId: 'a 1', other: 'x' })).toEqual({ path: { agentId: 'a 1' } });
});

test('a confirmation can be without a body', () => {
	expect(pause.records(undefined)).toEqual([{ success: true }]);
	expect(pause).toMatchObject({ isList: false, sample: { success: true } });
});
