/**
 * Code nodes that get all leads at once, with n8n 3.0's limit of a minute per task. Those of the recipes for Pipedrive and
 * Salesforce get one lead at a time. A node that runs for each item gets a task per thousand.
 */
import { writeSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../../../playground/workflows';
import { runFrom } from '../../support/server/executions';
import { describeOf } from '../../support/server/runsHere';
import { startServer, type Server } from '../../support/server/server';
import { unflatten } from '../../support/server/unflatten';
import { createWorkflow, withChoices } from '../../support/server/workflows';

jest.setTimeout(300_000);

const LEADS = 5000;

let server: Server;
beforeAll(async () => {
	server = await startServer({ N8N_RUNNERS_TASK_TIMEOUT: '60' });
});
afterAll(async () => await server?.stop());

const many = (create: (number: number) => IDataObject, count = LEADS) =>
	Array.from({ length: count }, (_, item) => ({ json: create(item), pairedItem: { item } }));

const lead = (number: number): IDataObject => ({
	leadKey: `conv_${number}`,
	firstName: 'Ann',
	lastName: `Number ${number}`,
	email: `ann.${number}@example.com`,
	phone: `+1 312 55 ${String(number).padStart(5, '0')}`,
	status: 'interested',
	agentConversationId: `conv_${number}`,
	clientOrgId: 'org_brightwater',
});
const contact = (number: number): IDataObject => ({
	id: String(number),
	properties: {
		lead_key: null,
		email: `ann.${number}@example.com`,
		phone: null,
		mobilephone: null,
	},
});
/** What a search for 100 leads finds. */
const hundred = (number: number): IDataObject => ({
	results: Array.from({ length: 100 }, (_, place) => contact(100 * number + place)),
});

/** By recipe: what its other nodes return. */
const pins: Record<string, Record<string, object[]>> = {
	'lead-sync-hubspot.json': {
		'When a lead is created or updated': many(lead),
		'Find contact': many((number) => ({ results: [contact(number)] })),
		'Create or update contact': [{ json: {} }],
	},
	'reconcile-leads.json': {
		'Get many leads': many(lead),
		'Wait for the sync': many(lead),
		'Get rows': many(
			(number) => ({ organization: 'org_brightwater', leadKey: `conv_${number}` }),
			10,
		),
		'Send email': [{ json: {} }],
	},
	'reconcile-leads-hubspot.json': {
		'Get many leads': many(lead),
		'Wait for the sync': many(lead),
		'Find contacts': many(hundred, LEADS / 100 - 1),
		'Send email': [{ json: {} }],
	},
};

interface Stored {
	resultData: { runData: Record<string, Array<{ executionTime: number }>> };
}

for (const [file, pinData] of Object.entries(pins)) {
	describeOf(file)(file, () => {
		test(`its Code nodes take ${LEADS} leads`, async () => {
			const recipe = withChoices(readExample(file), {});
			const id = await createWorkflow(server.rest, { ...recipe, pinData });
			const [start] = recipe.nodes.filter(({ type }) => /[tT]rigger$/.test(type));
			const { status, error, ...execution } = await runFrom(server.rest, id, start.name);
			expect({ status, error }).toEqual({ status: 'success', error: undefined });
			const { data } = await server.rest.get<{ data: string }>(`/rest/executions/${execution.id}`);
			const { runData } = (unflatten(data) as Stored).resultData;
			const codes = recipe.nodes.filter(({ type }) => type === 'n8n-nodes-base.code');
			for (const { name } of codes) {
				const seconds = (runData[name][0].executionTime / 1000).toFixed(1);
				writeSync(2, `      ${file}, ${name}: ${seconds} s\n`);
			}
			expect(codes.length).toBeGreaterThan(0);
		});
	});
}
