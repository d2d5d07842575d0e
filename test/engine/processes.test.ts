import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';

const MINUTE = 4000;
const READS = 300;
// How two processes that start at the same time come to share is chance, in part.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

let sandbox: Sandbox;
let children: ChildProcess[] = [];

beforeEach(async () => {
	sandbox = await startSandbox({
		limits: { minute: 100, hour: 0, day: 0 },
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

test('two processes share a token of 100 a minute: every read succeeds, few are refused', async () => {
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
	// Nearly all in the first minute: each process begins as if it were alone.
	expect(refused / sandbox.requests.length).toBeLessThan(0.25);
	expect(refused).toBeGreaterThan(0);
}, 120_000);
