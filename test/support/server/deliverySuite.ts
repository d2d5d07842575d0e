import { Crm, noReply } from '../standIns/crm';
import { environmentOf, type Mode } from './pollingModes';
import { PollingServer, until } from './pollingServer';
import { httpRequest } from './workflows';

/** Tests that each lead arrives in a CRM that refuses, limits, hangs, and is away, in a polling mode of n8n. */
export function testDelivery(mode: Mode): void {
	const server = new PollingServer(environmentOf(mode));
	const crm = new Crm();
	const expected = new Set<string>();
	let workflow: string;
	const add = (count: number) =>
		Array.from({ length: count }, () => {
			const added = server.sandbox.addLead();
			expected.add(added.lead.agentConversationId);
			return added;
		});
	const writesOf = (key: string) => crm.written.filter(({ body }) => body.leadKey === key);
	const missing = () => [...expected].filter((key) => writesOf(key).length === 0);
	const arrive = async (except: string[] = []) =>
		await until(
			() => missing().every((key) => except.includes(key)),
			'the leads to arrive',
			30_000,
		);

	beforeAll(async () => {
		await Promise.all([server.start(), crm.start()]);
		const parameters = {
			method: 'POST',
			url: `${crm.url}/leads`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: {},
		};
		workflow = await server.createWorkflow(
			{ event: 'leadCreatedOrUpdated', retryFailedExecutions: true },
			server.credential,
			[httpRequest(parameters)],
			{ executionTimeout: 4 },
		);
		await server.activate(workflow);
	}, 240_000);
	afterAll(async () => {
		await server.stop();
		await crm.stop();
	}, 60_000);

	test('a refused, a limited, and a hanging lead do not hold up the others', async () => {
		await server.polls(1);
		const leads = add(7);
		const [, refused, , limited, , hanging] = leads.map(({ lead }) => lead.agentConversationId);
		const seen = new Set<unknown>();
		crm.reply = ({ body: { leadKey } }) => {
			if (leadKey === refused) return 'refuse';
			if (seen.size === seen.add(leadKey).size) return 'accept';
			if (leadKey === limited) return 'limit';
			return leadKey === hanging ? noReply : 'accept';
		};
		await arrive([refused, limited, hanging]);
	});

	test('an outage, then n8n is killed while it writes: all arrive in their latest state when it starts', async () => {
		await crm.stop();
		add(3);
		await server.polls(2);
		await crm.start();
		const [{ id, lead }] = add(4);
		crm.reply = ({ body }) => (body.leadKey === lead.agentConversationId ? 'accept' : noReply);
		const isWritten = () => writesOf(lead.agentConversationId).length > 0;
		await until(isWritten, 'the CRM to write', 30_000);
		await server.restart(() => {
			server.sandbox.updateLead(id, { status: 'contacted' });
			crm.reply = () => 'accept';
		});
		await arrive();
		const isCurrent = () => writesOf(lead.agentConversationId).at(-1)?.body.status === 'contacted';
		await until(isCurrent, 'the latest state', 30_000);
	});

	test('an idle restart repeats at most the last batch, and nothing with durable cursors', async () => {
		add(2);
		await arrive();
		const [{ lead: last }] = add(1);
		await arrive();
		await server.polls(2);
		const before = crm.received.length;
		await server.restart();
		const repeated = () => crm.received.length - before;
		// On a busy machine, the execution can start long after the poll that returned the batch.
		if (mode !== 'durable') await until(() => repeated() > 0, 'the last batch again', 30_000);
		await server.polls(2);
		await server.idle(workflow);
		expect(repeated()).toBe(mode === 'durable' ? 0 : 1);
		if (mode !== 'durable') expect(writesOf(last.agentConversationId)).toHaveLength(2);
	});
}
