import type { Rest } from '../../../playground/rest';
import type { Credential, WorkflowFile } from '../../../playground/workflows';
import { withoutLimits } from '../credential';
import { working } from '../operationExamples';
import type { Server } from './server';

export async function createCredential(
	rest: Rest,
	type: string,
	data: object,
): Promise<Credential> {
	const name = `Account for ${type}`;
	const { id } = await rest.post<Credential>('/rest/credentials', { name, type, data });
	return { id, name };
}

/** Credentials of n8n by type, for `withCredentials`: Agent Suite without limits, and these. */
export async function accounts(
	{ rest, credential, sandbox }: Server,
	others: Record<string, object>,
): Promise<Record<string, Credential>> {
	const data = { accessToken: sandbox.tokens.admin, baseUrl: sandbox.url, ...withoutLimits };
	const body = { name: credential.name, type: 'agentSuiteApi', data };
	await rest.patch(`/rest/credentials/${credential.id}`, body);
	const created: Record<string, Credential> = { agentSuiteApi: credential };
	for (const [type, own] of Object.entries(others)) {
		created[type] = await createCredential(rest, type, own);
	}
	return created;
}

export async function createWorkflow(
	rest: Rest,
	workflow: {
		name: string;
		nodes: object[];
		connections: object;
		settings?: object;
		pinData?: object;
	},
): Promise<string> {
	const { name, nodes, connections, settings, pinData } = workflow;
	const { id } = await rest.post<{ id: string }>('/rest/workflows', {
		...{ name, nodes, connections, pinData },
		settings: settings ?? { executionOrder: 'v1' },
		// n8n 1.x needs this field.
		active: false,
	});
	return id;
}

/** The recipe with what a user selects in its nodes. */
export function withChoices(workflow: WorkflowFile, choices: Record<string, object>): WorkflowFile {
	for (const name of Object.keys(choices)) {
		if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`No node "${name}"`);
	}
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...choices[node.name] },
	}));
	return { ...workflow, nodes };
}

/** Connections from each node to the next. */
export function inChain(nodes: Array<{ name: string }>): object {
	const links = nodes.slice(1).map(({ name }, place) => {
		const link = { node: name, type: 'main', index: 0 };
		return [nodes[place].name, { main: [[link]] }] as const;
	});
	return Object.fromEntries(links);
}

/** n8n's Webhook node, as the first one of a workflow, which a request to this path starts. */
export const webhook = (path: string, parameters: object) => ({
	id: 'webhook',
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	position: [0, 0],
	webhookId: path,
	parameters: { path, ...parameters },
});

/** n8n's HTTP Request node, as the second one of a workflow. */
export const httpRequest = (parameters: object) => ({
	id: 'a0c9a8d2-0000-4000-8000-000000000002',
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	position: [220, 0],
	parameters,
});

/** Creates a workflow of a manual trigger named Start and a chain of nodes. */
export async function createChain(
	rest: Rest,
	name: string,
	nodes: Array<{ name: string; parameters: object }>,
): Promise<string> {
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
	const all = [{ ...start, parameters: {} }, ...nodes].map((node, place) => ({
		...node,
		id: `node-${place}`,
		position: [place * 200, 0],
	}));
	return await createWorkflow(rest, { name, nodes: all, connections: inChain(all) });
}

export const operationIds = Object.keys(working);

/** An Agent Suite node for an operation such as `lead.get`, by default with working parameters. */
export function operationNode(id: string, credential: Credential, parameters: object = {}) {
	const [resource, operation] = id.split('.');
	return {
		name: id,
		type: 'n8n-nodes-agent-suite.agentSuite',
		typeVersion: 1,
		parameters: { resource, operation, ...working[id], ...parameters },
		credentials: { agentSuiteApi: { id: credential.id, name: credential.name } },
	};
}

export async function createAllOperations(rest: Rest, credential: Credential): Promise<string> {
	const once = { executeOnce: true, onError: 'continueRegularOutput' };
	const nodes = operationIds.map((id) => ({ ...operationNode(id, credential), ...once }));
	return await createChain(rest, 'All operations', nodes);
}
