import { defineOperation, textFilter } from '../../../nodes/AgentSuite/resources/define';
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
		description: 'Pause an agent with an administrator token',
		notice,
	});
	const withNotice = { ...spec, notice: 'It can be resumed.' };
	expect(defineOperation(withNotice).notice).toBe(withNotice.notice);
	expect(defineOperation({ ...withNotice, role: 'administrator' }).notice).toBe(
		`${notice} ${withNotice.notice}`,
	);
});

test('what no other folder understands cannot be declared', () => {
	const filters = [textFilter({ displayName: 'Name', name: 'name' }, () => () => [])];
	expect(() => defineOperation({ ...spec, filters })).toThrow('has filters, but no list');
	const fields = [{ ...agentId, displayOptions: { hide: { kind: ['none'] } } }] as const;
	expect(() => defineOperation({ ...spec, fields })).toThrow("'agentId' is hidden by 'hide'");
});

test('a confirmation can be without a body', () => {
	expect(pause.readRecords(undefined)).toEqual([{ success: true }]);
	expect(pause).toMatchObject({ isList: false, response: { documented: { success: true } } });
});
