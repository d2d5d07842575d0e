/** The tokens that recipes spend on a complete n8n, as the service counts them, against the figures of docs/cost.md. */
import { basename } from 'node:path';

import { readJson } from '../../../playground/files';
import {
	activate,
	exampleFiles,
	readExample,
	withAgentSuiteCredential,
	type WorkflowFile,
} from '../../../playground/workflows';
import { costOf, type Recipe } from '../../../scripts/docs/cost';
import { until } from '../../support/programs/until';
import { runFrom } from '../../support/server/executions';
import { pollingOften } from '../../support/server/pollingServer';
import { startServer, type Server } from '../../support/server/server';
import { createWorkflow, inChain } from '../../support/server/workflows';

let server: Server;
beforeAll(async () => {
	server = await startServer({}, { limits: { minute: 0, hour: 0, day: 0 }, balance: 1e6 });
}, 240_000);
afterAll(async () => await server?.stop(), 60_000);

/** Only what starts a recipe and what costs tokens: the rest needs credentials of other services. */
function paidPart(recipe: WorkflowFile): WorkflowFile {
	const nodes = recipe.nodes.filter(({ type }) =>
		/^n8n-nodes-agent-suite\.agentSuite(Trigger)?$|\.scheduleTrigger$/.test(type),
	);
	return { ...recipe, nodes, connections: inChain(nodes) };
}

const paid = exampleFiles().flatMap((path) => {
	const file = basename(path);
	const recipe = readExample(file);
	const { tokensPerMonth = 0, executionsPerMonth = 0 } = costOf({
		...readJson<Recipe>(path),
		file,
	});
	return tokensPerMonth > 0 ? [{ file, recipe, each: tokensPerMonth / executionsPerMonth }] : [];
});
const startsWith = (type: string) =>
	paid.filter(({ recipe }) => recipe.nodes.some((node) => node.type.endsWith(type)));

/** The tokens of each paid request since a moment. */
const paidSince = (before: number) =>
	server.sandbox.requests.slice(before).flatMap(({ tokens }) => (tokens > 0 ? [tokens] : []));

async function importPaidPart(recipe: WorkflowFile): Promise<string> {
	const part = pollingOften(paidPart(recipe));
	return await createWorkflow(server.rest, withAgentSuiteCredential(part, server.credential));
}

test('there are recipes of both kinds', () => {
	expect(startsWith('.agentSuiteTrigger').length).toBeGreaterThan(10);
	expect(startsWith('.scheduleTrigger').length).toBeGreaterThan(1);
});

// First, because a poll of a trigger that was just unpublished can still come.
// The recipe that writes a snippet needs its table: `recipes.test.ts` counts its tokens.
test.each(startsWith('.scheduleTrigger').filter(({ file }) => !file.startsWith('snippet')))(
	'$file: an execution costs $each tokens',
	async ({ recipe, each }) => {
		const before = server.sandbox.requests.length;
		const id = await importPaidPart(recipe);
		const schedule = recipe.nodes.find(({ type }) => type.endsWith('.scheduleTrigger'));
		await runFrom(server.rest, id, schedule?.name ?? '');
		expect(paidSince(before)).toEqual([each]);
	},
);

test.each(startsWith('.agentSuiteTrigger'))(
	'$file: a poll costs $each tokens, and what it returns costs none',
	async ({ recipe, each }) => {
		const { sandbox, rest } = server;
		const before = sandbox.requests.length;
		const id = await importPaidPart(recipe);
		await activate(rest, id);
		await until(() => paidSince(before).length >= 1, 'the first poll', 60_000);
		sandbox.addLead({ status: 'interested' });
		await until(() => paidSince(before).length >= 3, 'two more polls', 60_000);
		await rest.post(`/rest/workflows/${id}/deactivate`);
		expect([...new Set(paidSince(before))]).toEqual([each]);
	},
);
