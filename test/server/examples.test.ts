import { basename } from 'node:path';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import { readJson } from '../../playground/files';
import {
	exampleFiles,
	unflatten,
	withCredential,
	type WorkflowFile,
} from '../../playground/workflows';
import { until } from './pollingServer';
import { startServer, type Server } from './server';

let server: Server;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => await server?.stop());

/** Nodes that end in an account of someone's, or in a database that is not here. */
const accounts = /\.(hubspot|emailSend|postgres)$/;

/** The nodes that a run can start from. */
const starts = ({ nodes }: WorkflowFile) =>
	nodes.filter(({ type }) => /[tT]rigger$/.test(type)).map(({ name }) => name);

async function run(id: string, name: string): Promise<{ status: string; items: number }> {
	const { executionId } = await server.rest.post<{ executionId: string }>(
		`/rest/workflows/${id}/run`,
		{ triggerToStartFrom: { name } },
	);
	const { status, data } = await until(async () => {
		const path = `/rest/executions/${executionId}`;
		const found = await server.rest
			.get<{ status: string; data: string }>(path)
			.catch(() => undefined);
		return found && !['new', 'running', 'waiting'].includes(found.status) && found;
	}, `the run of ${name}`);
	const { resultData } = unflatten(data) as {
		resultData: { runData: Record<string, Array<{ data?: { main?: unknown[][] } }>> };
	};
	return { status, items: resultData.runData[name]?.[0].data?.main?.[0].length ?? 0 };
}

const all = exampleFiles().flatMap((file) =>
	starts(readJson<WorkflowFile>(file)).map((start): [string, string] => [basename(file), start]),
);

test.each(all)('%s runs from "%s"', async (name, start) => {
	const file = exampleFiles().find((path) => basename(path) === name) as string;
	const { credential, rest, sandbox } = server;
	sandbox.reset();
	sandbox.setBalance(100);
	const example = withCredential(readJson<WorkflowFile>(file), credential);
	const nodes = example.nodes.map((node) =>
		accounts.test(node.type)
			? { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }
			: node,
	);
	const { connections, settings } = example;
	const body = { name: `${name} ${start}`, nodes, connections, settings };
	const { id } = await rest.post<{ id: string }>('/rest/workflows', body);
	const { status, items } = await run(id, start);
	expect(status).toBe('success');
	expect(items).toBeGreaterThan(0);
});

test('no node of an example has an issue as it is, apart from credentials to choose', async () => {
	const descriptions = await server.rest.get<INodeTypeDescription[]>('/types/nodes.json');
	const issues: unknown[] = [];
	for (const file of exampleFiles()) {
		for (const node of readJson<WorkflowFile>(file).nodes as unknown as INode[]) {
			const description = descriptions.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			);
			if (!description) {
				issues.push(`${basename(file)}: n8n has no ${node.type} ${node.typeVersion}`);
				continue;
			}
			const { properties } = description;
			const parameters = NodeHelpers.getNodeParameters(
				properties,
				node.parameters,
				true,
				false,
				node,
				description,
			);
			const whole = { ...node, parameters: parameters ?? {} };
			const found = NodeHelpers.getNodeParametersIssues(properties, whole, description);
			if (found) issues.push([basename(file), node.name, found]);
		}
	}
	expect(issues).toEqual([]);
});
