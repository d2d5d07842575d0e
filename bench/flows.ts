/** Nodes of the measured workflows. */

import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import { withoutLimits } from '../test/support/credential';

/** A node without its place in a workflow. */
export type FlowNode = Omit<INode, 'id' | 'position' | 'parameters' | 'credentials'> & {
	parameters: object;
	credentials?: Record<string, object>;
};

/** `nodes` and `connections` of a workflow in which each node follows the one before. */
export function inChain(list: FlowNode[]): { nodes: INode[]; connections: IConnections } {
	return {
		nodes: list.map((node, place) => ({
			...node,
			parameters: node.parameters as INodeParameters,
			credentials: node.credentials as INode['credentials'],
			id: `node-${place}`,
			position: [place * 200, 0],
		})),
		connections: Object.fromEntries(
			list
				.slice(1)
				.map(({ name }, place) => [
					list[place].name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
	};
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

/** `count` items, each with the `id` of one of `distinct` leads. */
export function leadIds(count: number, distinct = count): FlowNode[] {
	const id = `'lead_g' + String(index % ${distinct} + 1).padStart(6, '0')`;
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
	{
		name: 'Cut',
		type: 'n8n-nodes-base.limit',
		typeVersion: 1,
		parameters: { maxItems: 1 },
	},
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

/** Titles of variants that several rows measure. */
export const variantTitles = {
	node: 'Agent Suite',
	http: 'HTTP Request, defaults',
	retry: `HTTP Request, Retry On Fail (${retryOnFail.maxTries} tries, ${retryOnFail.waitBetweenTries / 1000} s)`,
};

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

/** The declarative node of bench/declarative, reading the lead of each item. */
export const declarative = (credentials: Record<string, object>): FlowNode => ({
	name: 'Declarative',
	type: 'CUSTOM.benchLead',
	typeVersion: 1,
	parameters: { leadId: '={{ $json.id }}' },
	credentials,
});

/** Stands for the rest of a real flow. */
export const noOp: FlowNode = {
	name: 'End',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/** Only passes items whose key no earlier execution has seen. */
export const onlyNew = (key: string): FlowNode => ({
	name: 'Remove Duplicates',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: key,
		// With n8n's default of 10,000, it fails as soon as known and new items together exceed it.
		options: { historySize: 1_000_000 },
	},
});

/** Only passes items with a number below the threshold. */
export const onlyBelow = (leftValue: string, rightValue: number): FlowNode => ({
	name: 'If',
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{ id: 'below', leftValue, rightValue, operator: { type: 'number', operation: 'lt' } },
			],
			combinator: 'and',
		},
		options: {},
	},
});

/** How often `trigger` polls. n8n refuses a cron that fires more than once a minute, but accepts several. */
const POLL_SECONDS = 3;

/** Our trigger, polling every few seconds. */
export const trigger = (parameters: object, credentials: Record<string, object>): FlowNode => ({
	name: 'Agent Suite Trigger',
	type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
	typeVersion: 1,
	parameters: {
		pollTimes: {
			item: Array.from({ length: 60 / POLL_SECONDS }, (_, index) => ({
				mode: 'custom',
				cronExpression: `${index * POLL_SECONDS} * * * * *`,
			})),
		},
		...parameters,
	},
	credentials,
});
