import { readLeadTable, readServiceLeads } from '../../../playground/leads';
import { tablePath } from '../../../playground/tables';
import { activate, readExample, withAgentSuiteCredential } from '../../../playground/workflows';
import { pause, until } from '../../support/programs/until';
import { startServer, type Server } from '../../support/server/server';
import { createWorkflow } from '../../support/server/workflows';

// Tests the advice of docs/sync-leads-to-a-crm.md about a new field of the CRM, on a real n8n.
const recipe = readExample('lead-sync.json');
let server: Server;

beforeAll(async () => {
	server = await startServer();
}, 240_000);
afterAll(async () => await server?.stop(), 60_000);

/** Waits until the leads have a row each that passes. */
async function rowsOf(passes: (row: Record<string, unknown>) => boolean): Promise<unknown[]> {
	const { sandbox, rest } = server;
	const leads = await readServiceLeads(sandbox.url, sandbox.tokens.admin);
	const rows = async () => await readLeadTable(rest);
	const arrived = async () => {
		const found = (await rows()).filter((row) => passes({ ...row }));
		return found.length >= leads.length && found;
	};
	const found = await until(arrived, 'the leads', 60_000);
	expect(await rows()).toHaveLength(leads.length);
	return found.map(({ id, leadKey }) => [id, leadKey]).sort();
}

test('Emit Existing, published off and on again, fills a new field of all leads, in the rows that there are', async () => {
	const { rest, credential, sandbox } = server;
	const workflow = withAgentSuiteCredential(recipe, credential);
	const id = await createWorkflow(rest, workflow);
	await activate(rest, id);
	const before = await rowsOf(() => true);

	const column = { name: 'conversation', type: 'string' };
	await rest.post(`${await tablePath(rest, 'CRM leads')}/columns`, column);
	const text = JSON.stringify(workflow.nodes).replace(
		/("value":\{)("firstName")/,
		'$1"conversation":"={{ $json.agentConversationId ?? \'none\' }}",$2',
	);
	for (const emitExisting of [false, true]) {
		const nodes = JSON.parse(text.replace('"emitExisting":true', `"emitExisting":${emitExisting}`));
		const requests = sandbox.requests.length;
		await rest.patch(`/rest/workflows/${id}`, { nodes });
		await activate(rest, id);
		await until(() => sandbox.requests.length > requests, 'a poll after the publication');
		await pause(1000);
	}
	expect(await rowsOf(({ conversation }) => Boolean(conversation))).toEqual(before);
});
