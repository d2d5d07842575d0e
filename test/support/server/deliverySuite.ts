import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { IDataObject } from 'n8n-workflow';

import { environmentOf, type Mode } from './pollingModes';
import { PollingServer, until } from './pollingServer';
import { httpRequest } from './workflows';

/** What the CRM does with a request for a lead. */
type Reply = 'accept' | 'refuse' | 'limit' | 'hang';

/** A CRM that keeps what it accepts, by lead key. */
class Crm {
	readonly accepted = new Map<string, IDataObject[]>();
	requests = 0;
	reply: (lead: IDataObject) => Reply = () => 'accept';
	url = '';
	private server!: FastifyInstance;

	async start(): Promise<void> {
		this.server = Fastify({ forceCloseConnections: true });
		this.server.post<{ Body: IDataObject }>('/', async ({ body }, reply) => {
			await this.answer(body, reply);
		});
		const port = Number(new URL(this.url || 'http://127.0.0.1:0').port);
		this.url = await this.server.listen({ host: '127.0.0.1', port });
	}

	async stop(): Promise<void> {
		await this.server?.close();
	}

	private async answer(lead: IDataObject, response: FastifyReply): Promise<void> {
		this.requests++;
		const reply = this.reply(lead);
		if (reply === 'hang') return void response.hijack();
		const key = String(lead.leadKey);
		if (reply === 'accept') this.accepted.set(key, [...(this.accepted.get(key) ?? []), lead]);
		if (reply === 'limit') response.header('retry-after', '1');
		await response.code({ accept: 200, refuse: 400, limit: 429 }[reply]).send({});
	}
}

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
	const missing = () => [...expected].filter((key) => !crm.accepted.has(key));
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
			url: crm.url,
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
		crm.reply = ({ leadKey }) => {
			if (leadKey === refused) return 'refuse';
			if (seen.size === seen.add(leadKey).size) return 'accept';
			if (leadKey === limited) return 'limit';
			return leadKey === hanging ? 'hang' : 'accept';
		};
		await arrive([refused, limited, hanging]);
	});

	test('an outage, then n8n is killed while it writes: all arrive in their latest state when it starts', async () => {
		await crm.stop();
		add(3);
		await server.polls(2);
		await crm.start();
		const [{ id, lead }] = add(4);
		crm.reply = ({ leadKey }) => (leadKey === lead.agentConversationId ? 'accept' : 'hang');
		await until(() => crm.accepted.has(lead.agentConversationId), 'the CRM to write', 30_000);
		await server.kill();
		server.sandbox.updateLead(id, { status: 'contacted' });
		crm.reply = () => 'accept';
		await server.boot();
		await arrive();
		const isCurrent = () =>
			crm.accepted.get(lead.agentConversationId)?.at(-1)?.status === 'contacted';
		await until(isCurrent, 'the latest state', 30_000);
	});

	test('an idle restart repeats at most the last batch, and nothing with durable cursors', async () => {
		add(2);
		await arrive();
		const [{ lead: last }] = add(1);
		await arrive();
		await server.polls(2);
		const before = crm.requests;
		await server.kill();
		await server.boot();
		await server.polls(2);
		await server.idle(workflow);
		expect(crm.requests - before).toBe(mode === 'durable' ? 0 : 1);
		if (mode !== 'durable') expect(crm.accepted.get(last.agentConversationId)).toHaveLength(2);
	});
}
