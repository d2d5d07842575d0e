import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { send } from './client';

const list = 'GET /agent/lead';
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: { minute: 0, hour: 0, day: 0 } });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

test('a fault hits the requests of its method and path', async () => {
	sandbox.addFault({ kind: 'status', status: 500, match: { method: 'put' } });
	sandbox.addFault({ kind: 'status', status: 501, match: { path: '/lead_8f2k1a' } });
	sandbox.addFault({ kind: 'status', status: 502, match: { path: /getPl/g } });
	expect((await send(sandbox, list)).status).toBe(200);
	expect((await send(sandbox, 'GET /agent/lead/lead_8f2k1a')).status).toBe(501);
	expect((await send(sandbox, 'GET /seo/getPlatforms')).status).toBe(502);
	const body = { name: 'x' };
	expect((await send(sandbox, 'PUT /agent/connector/snippet/snip_hours', { body })).status).toBe(
		500,
	);
});

test('a fault for no request hits none, and a pattern that is not one is refused', async () => {
	sandbox.addFault({ kind: 'status', status: 500, times: 0 });
	expect(() => sandbox.addFault({ kind: 'drop', match: { pathPattern: '(' } })).toThrow('Invalid');
	expect((await send(sandbox, list)).status).toBe(200);
});

test('closing ends what is still open', async () => {
	const own = await startSandbox();
	own.addFault({ kind: 'slow', ms: 60_000 });
	own.addFault({ kind: 'slowBody' });
	const open = Promise.allSettled([send(own, list), send(own, list)]);
	await sleep(50);
	await own.close();
	expect((await open).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await expect(axios.get(own.url)).rejects.toThrow('ECONNREFUSED');
});
