import { join } from 'node:path';

import { readJson } from '../../playground/files';
import { examplesFolder, withCredential, type WorkflowFile } from '../../playground/workflows';
import { startPostgres, type Postgres } from '../support/programs/postgres';
import { until } from '../support/programs/until';
import { startServer, type Server } from '../support/server/server';

const example = readJson<WorkflowFile>(join(examplesFolder, 'lead-sync-postgres.json'));
let server: Server;
let postgres: Postgres;

beforeAll(async () => {
	postgres = await startPostgres();
	server = await startServer();
	// The statement that the example itself gives.
	const [note] = example.nodes as unknown as Array<{ parameters: { content: string } }>;
	postgres.sql(/```sql\n([^]*?)```/.exec(note.parameters.content)?.[1] ?? '');
});
afterAll(async () => {
	await server?.stop();
	await postgres?.stop();
});

test('lead-sync-postgres.json: each lead is a row, once, and brought up to date', async () => {
	const { rest, sandbox, credential } = server;
	const database = await rest.post<{ id: string }>('/rest/credentials', {
		name: 'Postgres',
		type: 'postgres',
		data: { ...postgres.login, port: postgres.port, ssl: 'disable' },
	});
	const ours = withCredential(example, credential);
	const nodes = ours.nodes.map((node) =>
		node.type === 'n8n-nodes-base.postgres'
			? { ...node, credentials: { postgres: { id: database.id, name: 'Postgres' } } }
			: node,
	);
	const { name, connections, settings } = ours;
	const body = { name, nodes, connections, settings };
	const { id } = await rest.post<{ id: string }>('/rest/workflows', body);
	const run = async () => {
		const { executionId } = await rest.post<{ executionId: string }>(`/rest/workflows/${id}/run`, {
			triggerToStartFrom: { name: 'When a lead is created' },
		});
		return await until(async () => {
			const { status } = await rest.get<{ status: string }>(`/rest/executions/${executionId}`);
			return !['new', 'running'].includes(status) && status;
		}, 'the run');
	};
	const conversation = 'conv_postgres';
	const made = ['one', 'two'].map((email) =>
		sandbox.addLead({ agentConversationId: conversation, email, firstName: "O'Neil" }),
	);
	expect(await run()).toBe('success');
	sandbox.updateLead(made[0].id, { status: 'contacted', lastName: 'New' });
	expect(await run()).toBe('success');
	const rows = postgres.sql(
		`SELECT email, first_name, last_name, status FROM leads WHERE conversation_id = '${conversation}' ORDER BY email`,
	);
	expect(rows.split('\n')).toEqual([
		"one|O'Neil|New|contacted",
		`two|O'Neil|${made[1].lead.lastName}|${made[1].lead.status}`,
	]);
	expect(postgres.sql('SELECT count(*) FROM leads')).toBe('3');
});
