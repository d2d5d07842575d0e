import type { IDataObject } from 'n8n-workflow';

import { PollingServer, until } from '../../support/server/pollingServer';

// Tests the advice of docs/when-something-fails.md about polling triggers on a real n8n.
const server = new PollingServer({});
let original: string;
const emails = async (id: string) => (await server.emitted(id)).map(({ email }) => email);
const add = (email: string): void => void server.sandbox.addLead({ email });
const publish = async (parameters: IDataObject) => {
	const id = await server.createWorkflow({ event: 'leadCreated', ...parameters });
	await server.activate(id);
	await server.polls(1);
	return id;
};

beforeAll(async () => {
	await server.start();
	original = await publish({});
}, 240_000);
afterAll(async () => await server.stop(), 60_000);

test('nothing arrives: existing records are not returned, new ones are', async () => {
	expect(await emails(original)).toEqual([]);
	add('one@example.com');
	await server.polls(2);
	expect(await emails(original)).toEqual(['one@example.com']);
});

test('429 and other failing polls are in the log, and lose nothing', async () => {
	server.sandbox.addFault({ kind: 'rateLimit', retryAfter: 2, times: 1 });
	server.sandbox.addFault({ kind: 'status', status: 500, times: 2 });
	add('two@example.com');
	await server.polls(2);
	expect(server.log()).toMatch(/Agent Suite Trigger: could not poll/);
	expect(await emails(original)).toEqual(['one@example.com', 'two@example.com']);
});

test('everything in one execution: after a pause, one execution has all new records, oldest first', async () => {
	await server.deactivate(original);
	for (const email of ['three@example.com', 'four@example.com']) add(email);
	await server.activate(original);
	await server.polls(2);
	const last = (await server.batches(original)).at(-1);
	expect(last?.map(({ email }) => email)).toEqual(['three@example.com', 'four@example.com']);
});

test('after a restart it continues, with the changes from the meantime', async () => {
	await server.restart(() => add('five@example.com'));
	await server.polls(2);
	expect((await emails(original)).at(-1)).toBe('five@example.com');
});

test('start over, and move to another n8n: a copy treats existing records as processed', async () => {
	const copy = await publish({});
	expect(await emails(copy)).toEqual([]);
	await server.deactivate(original);
	add('six@example.com');
	await server.polls(2);
	expect(await emails(copy)).toEqual(['six@example.com']);
	expect(await emails(original)).not.toContain('six@example.com');
	// With two copies of the workflow, each record arrives in both. The polls of the other one say nothing about this one.
	await server.activate(original);
	const arrived = async () => (await emails(original)).includes('six@example.com');
	await until(arrived, 'the record', 60_000);
	expect((await emails(original)).filter((email) => email === 'six@example.com')).toHaveLength(1);
	await server.deactivate(original);
	await server.deactivate(copy);
});
