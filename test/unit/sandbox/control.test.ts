import axios from 'axios';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { call, send } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ basePath: '/api', limits: { minute: 3 } });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

describe('the control routes', () => {
	const post = async (path: string, body?: unknown) =>
		(await axios.post(sandbox.controlUrl + path, body)).data;

	test.each([
		['another origin', { origin: 'https://example.com' }, 403],
		['a page without an origin', { origin: 'null' }, 403],
		['a name that leads to this machine', { host: 'rebind.example.com' }, 403],
		['a name that begins like this machine', { host: 'localhost.example.com' }, 403],
		['localhost', { host: 'localhost:80' }, 200],
		['its own origin', { host: '[::1]:80', origin: 'http://[::1]:80' }, 200],
	])('respond to a request from %s with %j: %s', async (_, headers, status) => {
		const path = `${sandbox.controlUrl}/faults`;
		const fault = { kind: 'status', status: 503 };
		const answer = await axios.post(path, fault, { headers, validateStatus: null });
		expect(answer.status).toBe(status);
		expect((await send(sandbox, 'GET /agent/lead')).status).toBe(status === 200 ? 503 : 200);
	});

	test('change leads, limits, and balance, and reset everything', async () => {
		const { id } = (await post('/leads', { firstName: 'Nora' })) as { id: string };
		await axios.patch(`${sandbox.controlUrl}/leads/${id}`, { status: 'contacted' });
		await post('/limits', { minute: 10 });
		await post('/balance', { main: 6 });
		const { data } = await call(sandbox, `GET /agent/lead/${id}`);
		expect(data).toMatchObject({ firstName: 'Nora', status: 'contacted' });
		expect((await call(sandbox, 'GET /agent/lead')).status).toBe(402);
		await post('/reset');
		expect((await call(sandbox, `GET /agent/lead/${id}`)).status).toBe(404);
		expect(sandbox.balance()).toMatchObject({ mainTokenCount: 5000, extraTokenCount: 250 });
	});
});
