import type { IDataObject } from 'n8n-workflow';

import type { Rest } from '../../playground/rest';
import { activate } from '../../playground/workflows';
import type { Sandbox } from '../../sandbox';
import { withoutLimits } from '../support/credential';
import { everyFewSeconds, pollingTrigger } from '../support/server/pollingServer';
import { createCredential, createWorkflow, inChain } from '../support/server/workflows';
import type { Airtable } from '../support/standIns/airtable';

export const POLL_SECONDS = 3;

/** A published way to get new leads to the destination. */
export interface Subject {
	/** Its name in the table, and its path at the destination. */
	title: string;
	path: string;
	workflow: string;
}

/** A chain of nodes. What its last one returns goes to the destination with these expressions. */
interface Chain {
	title: string;
	key: string;
	email: string;
	nodes: IDataObject[];
}

const node = (name: string, type: string, typeVersion: number, parameters: IDataObject) => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
});

/** Creates and publishes the workflows. The last node of each is the same HTTP Request. */
export async function publishSubjects(
	rest: Rest,
	{ url, tokens }: Sandbox,
	airtable: Airtable,
	destination: (path: string) => string,
): Promise<Subject[]> {
	const suite = { accessToken: tokens.admin, baseUrl: url, ...withoutLimits };
	const pollTimes = everyFewSeconds(POLL_SECONDS);
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const chains: Chain[] = [
		{
			title: 'Agent Suite Trigger → HTTP Request',
			key: '$json.leadKey',
			email: '$json.email',
			nodes: [
				pollingTrigger(await createCredential(rest, 'agentSuiteApi', suite), {
					...{ retryFailedExecutions: true, minInterval: 0, pollTimes },
				}),
			],
		},
		{
			title: 'Airtable Trigger → HTTP Request',
			key: "$json.fields['Lead Key']",
			email: '$json.fields.Email',
			nodes: [
				{
					...node('Airtable Trigger', 'airtableTrigger', 1, {
						...{ pollTimes, authentication: 'airtableTokenApi', triggerField: 'Created' },
						...{ baseId: byId(airtable.base), tableId: byId(airtable.table) },
						additionalFields: {},
					}),
					credentials: {
						airtableTokenApi: await createCredential(rest, 'airtableTokenApi', {
							accessToken: airtable.token,
						}),
					},
				},
			],
		},
		{
			title: 'Schedule Trigger → HTTP Request → Split Out → Remove Duplicates → HTTP Request',
			key: '$json.agentConversationId',
			email: '$json.email',
			nodes: [
				node('Schedule Trigger', 'scheduleTrigger', 1.2, {
					rule: { interval: [{ field: 'seconds', secondsInterval: POLL_SECONDS }] },
				}),
				node('Get Leads', 'httpRequest', 4.2, {
					url: `${url}/agent/lead`,
					sendHeaders: true,
					headerParameters: {
						parameters: [{ name: 'Authorization', value: `Bearer ${tokens.adminSecond}` }],
					},
					options: {},
				}),
				node('Split Out', 'splitOut', 1, { fieldToSplitOut: 'leads', options: {} }),
				node('Remove Duplicates', 'removeDuplicates', 2, {
					operation: 'removeItemsSeenInPreviousExecutions',
					dedupeValue: '={{ $json.agentConversationId }}',
					options: {},
				}),
			],
		},
	];
	const subjects: Subject[] = [];
	for (const [place, chain] of chains.entries()) {
		const path = String(place);
		const workflow = await publish(rest, chain, destination(path));
		subjects.push({ title: chain.title, path, workflow });
	}
	return subjects;
}

async function publish(rest: Rest, chain: Chain, url: string): Promise<string> {
	const { title: name, key, email } = chain;
	const send = node('Send', 'httpRequest', 4.2, {
		...{ method: 'PUT', url, sendBody: true, specifyBody: 'json', options: {} },
		jsonBody: `={{ JSON.stringify({ key: ${key}, email: ${email}, execution: $execution.id }) }}`,
	});
	const nodes = [...chain.nodes, send].map((one, place) => ({
		...one,
		id: `00000000-0000-4000-8000-00000000000${place}`,
		name: String(one.name),
		type: String(one.type),
		position: [place * 200, 0],
	}));
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all' };
	const connections = inChain(nodes);
	const workflow = await createWorkflow(rest, { name, nodes, connections, settings });
	await activate(rest, workflow);
	return workflow;
}
