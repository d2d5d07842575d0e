import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';

const MINUTE = 4000;
const LIMIT = 100;
const READS = 200;

let sandbox: Sandbox;
let children: ChildProcess[] = [];

beforeEach(async () => {
	sandbox = await startSandbox({
		limits: { minute: LIMIT, hour: 0, day: 0 },
		windows: { minuteMs: MINUTE },
	});
});
afterEach(async () => {
	for (const child of children) child.kill();
	children = [];
	await sandbox.close();
});

async function message(child: ChildProcess): Promise<unknown> {
	return (await once(child, 'message'))[0] as unknown;
}

test('two processes share a token: every read succeeds, few are refused', async () => {
	for (let number = 0; number < 2; number++) {
		children.push(
			fork(
				join(__dirname, '../support/process.ts'),
				[sandbox.url, sandbox.tokens.admin, String(READS), String(MINUTE)],
				{
					execArgv: ['--import', 'tsx'],
					env: { ...process.env, NODE_ENV: 'test', N8N_LOG_LEVEL: 'silent' },
				},
			),
		);
	}
	await Promise.all(children.map(message));
	const results = Promise.all(children.map(message));
	for (const child of children) child.send('go');
	expect(await results).toEqual([{ succeeded: READS }, { succeeded: READS }]);

	const refused = sandbox.requests.filter(({ status }) => status === 429).length;
	expect(sandbox.requests.length - refused).toBe(2 * READS);
	// Each process starts as if alone. In such a short minute, Retry-After, which is in whole seconds, is a quarter
	// of it, so this only tells that they share: docs/maintainers/performance.md has the figures of real minutes.
	expect(refused).toBeGreaterThan(0);
	expect(refused).toBeLessThan(LIMIT + 0.5 * (2 * READS - LIMIT));
}, 120_000);
