import { defineOperation } from '../../../nodes/AgentSuite/resources/define';
import { confirmation } from '../../../nodes/AgentSuite/resources/responseSpec';

const agentId = {
	displayName: 'Agent ID',
	name: 'agentId',
	type: 'string',
	required: true,
	default: '',
} as const;

const spec = {
	resource: { name: 'Agent', value: 'agent', description: 'Agents' },
	name: 'Pause',
	value: 'pause',
	action: 'Pause agent',
	description: 'Pause an agent',
	endpoint: 'PUT /agents/{agentId}/pause',
	tokens: 1,
	fields: [agentId],
	response: confirmation(),
} as const;

const pause = defineOperation({ ...spec, role: 'administrator' });

test('the role of an operation is in its description, and before its own notice', () => {
	const notice = 'Only administrators can run this operation.';
	expect(pause).toMatchObject({
		description: 'Pause an agent (administrator token required)',
		notice,
	});
	const withNotice = { ...spec, notice: 'It can be resumed.' };
	expect(defineOperation(withNotice).notice).toBe(withNotice.notice);
	expect(defineOperation({ ...withNotice, role: 'administrator' }).notice).toBe(
		`${notice} ${withNotice.notice}`,
	);
});

test('a confirmation can be without a body', () => {
	expect(pause.readRecords(undefined)).toEqual([{ success: true }]);
	expect(pause).toMatchObject({ isList: false, response: { documented: { success: true } } });
});
