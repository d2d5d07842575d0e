import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';
import type { Figures } from '../support/triggerLarge';

const KNOWN = 100_000;
let sandbox: Sandbox;
/** Repeats the last response of the sandbox, because the sandbox takes longer for such a list than the poll. */
let server: Server;
let body = '';
const refresh = async () => {
	const headers = { authorization: `Bearer ${sandbox.tokens.admin}` };
	body = await (await fetch(`${sandbox.url}/agent/lead`, { headers })).text();
};

beforeAll(async () => {
	sandbox = await startSandbox({
		leadCount: KNOWN,
		limits: { minute: 0, hour: 0, day: 0 },
		balance: 1e6,
	});
	server = createServer((_request, response) => {
		response.setHeader('content-type', 'application/json').end(body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterAll(async () => {
	server.close();
	await sandbox.close();
});

// All lead events compare the same snapshot, so one represents all.
test('100,000 known leads and 100 new ones', async () => {
	sandbox.reset();
	await refresh();
	const { port } = server.address() as AddressInfo;
	const child = fork(
		join(__dirname, '../support/triggerLarge.ts'),
		[`http://127.0.0.1:${port}`, sandbox.tokens.admin, 'leadCreatedOrUpdated'],
		{
			execArgv: ['--import', 'tsx'],
			env: { ...process.env, NODE_ENV: 'test', N8N_LOG_LEVEL: 'silent' },
		},
	);
	await once(child, 'message');
	for (let index = 0; index < 100; index++) sandbox.addLead();
	await refresh();
	child.send('added');
	const [figures] = (await once(child, 'message')) as [Figures];
	const { emitted, bytes, poll, download, parse } = figures;
	console.log(
		`${(bytes / KNOWN).toFixed(1)} bytes a lead; a poll takes ${Math.round(poll)} ms, the download ${Math.round(download)}, JSON.parse ${Math.round(parse)}`,
	);
	expect(emitted).toBe(100);
	expect(bytes).toBeLessThan(3_000_000);
}, 120_000);
