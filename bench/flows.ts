/** Nodes of the measured workflows. */

import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import { withoutLimits } from '../test/support/credential';

/** A node without its position in a workflow. */
export type FlowNode = Omit<INode, 'id' | 'position' | 'parameters' | 'credentials'> & {
	parameters: object;
	credentials?: Record<string, object>;
};

/** `nodes` and `connections` of a workflow in which each node follows the one before. */
export function inChain(list: FlowNode[]): { nodes: INode[]; connections: IConnections } {
	const nodes = list.map((node, index) => ({
		...node,
		parameters: node.parameters as INodeParameters,
		credentials: node.credentials as INode['credentials'],
		id: `node-${index}`,
		position: [index * 200, 0] as INode['position'],
	}));
	const links = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index].name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return { nodes, connections: Object.fromEntries(links) as IConnections };
}

/** Fields of the package's credential, by default without limits. */
export function credentialData(accessToken: string, baseUrl: string, requestsPerMinute = 0) {
	return { accessToken, baseUrl, ...withoutLimits, requestsPerMinute };
}

const edit = (name: string, json: string): FlowNode => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: `={{ ${json} }}`, options: {} },
});

export const splitOut = (field: string): FlowNode => ({
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: field, options: {} },
});

/** `count` items, each with the `id` of another lead. */
export function leadIds(count: number): FlowNode[] {
	const id = `'lead_g' + String(index + 1).padStart(6, '0')`;
	const items = `Array.from({ length: ${count} }, (_, index) => ({ id: ${id} }))`;
	return [edit('Make items', `{ id: ${items} }`), { ...splitOut('id'), name: 'Items' }];
}

/** Records the time for `stopWatch`. */
export const startWatch = edit('Start', '{ at: Date.now() }');

/**
 * The time since `startWatch`, as `ms` of the last item. The items are cut to one first, because n8n copies all data of
 * an expression into its isolate, which would take longer than the measured work.
 */
export const stopWatch: FlowNode[] = [
	{ name: 'Cut', type: 'n8n-nodes-base.limit', typeVersion: 1, parameters: { maxItems: 1 } },
	edit('Stop', "{ ms: Date.now() - $('Start').first().json.at }"),
];

/** The number of items, as `items` of the last item. */
export const countItems: FlowNode = {
	...edit('Count', '{ items: $input.all().length }'),
	executeOnce: true,
};

export const ours = (parameters: object, credentials: Record<string, object>): FlowNode => ({
	name: 'Agent Suite',
	type: 'n8n-nodes-agent-suite.agentSuite',
	typeVersion: 1,
	parameters,
	credentials,
});

/** Our node, reading the lead of each item. */
export const readLead = { resource: 'lead', operation: 'get', leadId: '={{ $json.id }}' };
/** Our node, reading the list of leads. */
export const readLeads = { resource: 'lead', operation: 'getAll', returnAll: true };

/** The address of the lead of each item, as an expression. */
export const leadUrl = (baseUrl: string) =>
	`=${baseUrl}/agent/lead/{{ encodeURIComponent($json.id) }}`;

/** Settings of a node that n8n runs again when it fails. */
export const retryOnFail = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };

/** n8n's HTTP Request node with n8n's own credential for bearer tokens. */
export const httpRequest = (
	url: string,
	credentials: Record<string, object>,
	batch?: { batchSize: number; batchInterval: number },
): FlowNode => ({
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.4,
	parameters: {
		url,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpBearerAuth',
		options: batch ? { batching: { batch } } : {},
	},
	credentials,
});
