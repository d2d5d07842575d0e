import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readJson } from '../../playground/files';
import { freePorts } from '../../playground/ports';
import { examplesFolder, withCredential, type WorkflowFile } from '../../playground/workflows';
import { until } from './pollingServer';
import { startServer, type Server } from './server';

const versions = '/usr/lib/postgresql';
const [version] = existsSync(versions) ? readdirSync(versions) : [];
const programs = join(versions, version ?? '', 'bin');
// Where PostgreSQL is not installed there is nothing to run it on; .ci/run installs it.
const withPostgres = version === undefined ? describe.skip : describe;

/** PostgreSQL does not run as root: then its own user runs it. */
function postgres(program: string, args: string[]): string {
	const root = process.getuid?.() === 0;
	const path = join(programs, program);
	const options: ExecFileSyncOptionsWithStringEncoding = {
		encoding: 'utf8',
		cwd: '/',
		stdio: ['ignore', 'pipe', 'inherit'],
	};
	return root
		? execFileSync('runuser', ['-u', 'postgres', '--', path, ...args], options)
		: execFileSync(path, args, options);
}

withPostgres('lead-sync-postgres.json with a real PostgreSQL', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-suite-postgres-'));
	const data = join(folder, 'data');
	const example = readJson<WorkflowFile>(join(examplesFolder, 'lead-sync-postgres.json'));
	let server: Server;
	let port: number;
	const sql = (text: string) =>
		postgres('psql', [
			'-h',
			'127.0.0.1',
			'-p',
			String(port),
			'-U',
			'tester',
			'-At',
			'-c',
			text,
			'postgres',
		]).trim();

	beforeAll(async () => {
		server = await startServer();
		[port] = await freePorts(1);
		chmodSync(folder, 0o777);
		postgres('initdb', ['-D', data, '-U', 'tester', '-A', 'trust', '--no-sync']);
		const options = `-p ${port} -h 127.0.0.1 -k ${folder}`;
		postgres('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
		// The statement that the example itself gives.
		const [note] = example.nodes as unknown as Array<{ parameters: { content: string } }>;
		sql(/```sql\n([^]*?)```/.exec(note.parameters.content)?.[1] ?? '');
	});
	afterAll(async () => {
		postgres('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
		await server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	test('each lead is a row, once, and brought up to date', async () => {
		const { rest, sandbox, credential } = server;
		const database = await rest.post<{ id: string }>('/rest/credentials', {
			name: 'Postgres',
			type: 'postgres',
			data: {
				host: '127.0.0.1',
				port,
				database: 'postgres',
				user: 'tester',
				password: 'unused',
				ssl: 'disable',
			},
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
			const { executionId } = await rest.post<{ executionId: string }>(
				`/rest/workflows/${id}/run`,
				{ triggerToStartFrom: { name: 'When a lead is created' } },
			);
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
		const rows = sql(
			`SELECT email, first_name, last_name, status FROM leads WHERE conversation_id = '${conversation}' ORDER BY email`,
		);
		expect(rows.split('\n')).toEqual([
			"one|O'Neil|New|contacted",
			`two|O'Neil|${made[1].lead.lastName}|${made[1].lead.status}`,
		]);
		expect(sql('SELECT count(*) FROM leads')).toBe('3');
	});
});
