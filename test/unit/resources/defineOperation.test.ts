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
	role: 'administrator',
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

test('the role of an operation is in its description and notice, and in the advice after a 403', () => {
	const advice = 'Select a credential with the token of an administrator.';
	expect(pause).toMatchObject({
		description: 'Pause an agent (administrator token required)',
		notice: `Only administrators can run this operation. ${advice}`,
		advice: { 403: advice },
	});
});

test('a confirmation can be without a body', () => {
	expect(pause.records(undefined)).toEqual([{ success: true }]);
	expect(pause).toMatchObject({ isList: false, response: { documented: { success: true } } });
});
