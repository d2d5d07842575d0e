import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';

const MINUTE = 8000;
const LIMIT = 100;
const READS = 200;
/** Reads of a process in flight. */
const AT_A_TIME = 128;

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

test('two processes share a token: every read succeeds, and after the first minute nearly none is refused', async () => {
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

	const { requests } = sandbox;
	const first = requests[0].at;
	const refusedIn = (some: typeof requests) => some.filter(({ status }) => status === 429).length;
	const later = requests.filter(({ at }) => at > first + MINUTE);
	expect(requests.length - refusedIn(requests)).toBe(2 * READS);
	// Each process starts as if it were alone, and waits and learns after the refusals of that burst. On an idle machine
	// 1 % are refused later.
	expect(refusedIn(requests) - refusedIn(later)).toBeLessThan(2 * AT_A_TIME - LIMIT);
	expect(refusedIn(later) / later.length).toBeLessThan(0.15);
}, 120_000);
