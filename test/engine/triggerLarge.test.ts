import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Figures } from '../support/triggerLarge';

const KNOWN = 100_000;
const ADDED = 100;

// All lead events compare the same snapshot, so one represents all.
test('100,000 known leads and 100 new ones', async () => {
	const child = fork(
		join(__dirname, '../support/triggerLarge.ts'),
		[KNOWN, ADDED, 'leadCreatedOrUpdated'].map(String),
		{
			execArgv: ['--import', 'tsx'],
			env: { ...process.env, NODE_ENV: 'test', N8N_LOG_LEVEL: 'silent' },
		},
	);
	const [{ existing, emitted, bytes }] = (await once(child, 'message')) as [Figures];
	expect(existing).toBe(0);
	expect(emitted).toBe(ADDED);
	expect(bytes).toBeLessThan(32 * KNOWN);
}, 120_000);
