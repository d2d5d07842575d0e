import { allArrived, compareLeads, renderLeads, type LeadRow } from '../../../playground/leads';
import { unflatten, withCredential, type WorkflowFile } from '../../../playground/workflows';

const began = Date.parse('2026-01-01T12:00:00.000Z');
const lead = (firstName: string) => ({
	firstName,
	lastName: 'Example',
	email: `${firstName}@example.com`,
	phone: undefined,
	status: 'interested',
});
const row = (id: number, firstName: string, updatedAt = '2026-01-01T12:00:01.000Z'): LeadRow => ({
	...lead(firstName),
	leadKey: `conv_${id}`,
	phone: '',
	id,
	createdAt: '2026-01-01T11:00:00.000Z',
	updatedAt,
});

describe('compareLeads', () => {
	test('every lead that is written unchanged counts as arrived', () => {
		const leads = [lead('Ada'), lead('Bob')];
		const result = compareLeads(leads, [row(1, 'Bob'), row(2, 'Ada')], began);
		expect(result).toMatchObject({ added: 0, updated: 2, missing: [], surplus: [] });
		expect(allArrived(leads, result)).toBe(true);
	});

	test('a lead that arrived in an earlier run need not be written again', () => {
		const rows = [row(1, 'Ada', '2026-01-01T11:59:00.000Z'), row(2, 'Bob')];
		const result = compareLeads([lead('Ada')], rows, began);
		expect(result).toMatchObject({ added: 0, updated: 1, missing: [], surplus: [rows[1]] });
		expect(compareLeads([lead('Ada')], rows.slice(0, 1), began)).toMatchObject({ surplus: [] });
	});

	test('a changed field and a doubled row are found', () => {
		const leads = [lead('Ada')];
		const changed = { ...row(1, 'Ada'), status: 'contacted' };
		expect(compareLeads(leads, [changed], began)).toMatchObject({
			missing: leads,
			surplus: [changed],
		});
		expect(compareLeads(leads, [row(1, 'Ada'), row(2, 'Ada')], began).surplus).toHaveLength(1);
	});

	test('no leads at all is not a success', () => {
		expect(allArrived([], compareLeads([], [], began))).toBe(false);
	});
});

test('the printed table cannot steer the terminal and is cut at its bound', () => {
	const text = renderLeads([row(1, '\u001b[2JAda'), row(2, 'Bob')], 1);
	expect(text).not.toContain('\u001b[2J');
	expect(text).toContain('and 1 more');
});

test('unflatten reads the flat form, shared and circular parts included', () => {
	const flat = JSON.stringify([{ a: '1', b: '1', list: '2' }, 'text', ['1', 5, '0']]);
	const value = unflatten(flat) as { a: string; b: string; list: unknown[] };
	expect(value).toMatchObject({ a: 'text', b: 'text' });
	expect(value.list.slice(0, 2)).toEqual(['text', 5]);
	expect(value.list[2]).toBe(value);
});

test('withCredential sets the credential on nodes of ours, and nowhere else', () => {
	const workflow: WorkflowFile = {
		name: 'w',
		connections: {},
		nodes: [
			{ name: 'a', type: 'n8n-nodes-agent-suite.agentSuiteTool' },
			{ name: 'b', type: 'n8n-nodes-base.emailSend' },
		],
	};
	const { nodes } = withCredential(workflow, { id: '7', name: 'Agent Suite account' });
	expect(nodes[0].credentials?.agentSuiteApi).toEqual({ id: '7', name: 'Agent Suite account' });
	expect(nodes[1]).toEqual(workflow.nodes[1]);
});
