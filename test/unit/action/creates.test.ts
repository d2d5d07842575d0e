import type { IExecuteFunctions } from 'n8n-workflow';

import { createOnce } from '../../../nodes/AgentSuite/action/creates';
import type { Plan } from '../../../nodes/AgentSuite/action/plan';
import type { ActionRun } from '../../../nodes/AgentSuite/action/run';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { connectionOf } from '../../../nodes/AgentSuite/transport/connection';
import { Budget } from '../../../nodes/AgentSuite/transport/pacing/budget';
import { Halt } from '../../../nodes/AgentSuite/transport/pacing/halt';
import { Mutex } from '../../../nodes/AgentSuite/transport/pacing/mutex';
import { RunUsage } from '../../../nodes/AgentSuite/transport/pacing/runUsage';

test('a create after which something nobody foresaw fails is in doubt, and not sent again', async () => {
	let sent = 0;
	const handed = {};
	const context = {
		getContext: () => handed,
		getExecutionId: () => 'creates.test',
		getNode: () => ({ id: 'node' }),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		helpers: {
			httpRequestWithAuthentication: async () => {
				sent++;
				return await Promise.resolve({ statusCode: 200, body: { id: 'p' } });
			},
		},
	} as unknown as IExecuteFunctions;
	const newRun = () =>
		({
			context,
			usage: new RunUsage(),
			budget: new Budget(),
			warnings: new Set(),
			halt: new Halt(),
			accountQueue: new Mutex(),
		}) as unknown as ActionRun;
	const accessToken = 'agst_creates_test';
	const operation = {
		...table.seoPlatformCreate,
		records: () => {
			throw new TypeError(`Cannot read ${accessToken}`);
		},
	};
	const call = {
		operation,
		connection: connectionOf({ accessToken, baseUrl: 'https://api.example.com' }),
		request: { method: 'POST', url: 'https://api.example.com/seo/createPlatform', body: {} },
		timeoutMs: 1000,
		maxWaitMs: 1000,
		maxTokens: 0,
		secrets: [],
		ordinaryTexts: [],
	};
	const plan = { call } as unknown as Plan;
	for (let tries = 0; tries < 2; tries++) {
		await expect(createOnce(newRun(), plan, 0)).rejects.toMatchObject({
			kind: 'unexpected',
			inDoubt: true,
			message: expect.not.stringContaining(accessToken) as string,
			description: expect.stringContaining('Check before you retry.') as string,
		});
	}
	expect(sent).toBe(1);
});
