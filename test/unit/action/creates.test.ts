import type { IExecuteFunctions } from 'n8n-workflow';

import { createOnce } from '../../../nodes/AgentSuite/action/creates';
import type { ActionRun } from '../../../nodes/AgentSuite/action/actionRun';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import { Warnings } from '../../../nodes/AgentSuite/action/warnings';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { connectionOf } from '../../../nodes/AgentSuite/transport/credential/connection';
import { newRun as runOf } from '../../../nodes/AgentSuite/transport/run/run';
import { requestOf } from '../../support/requests';

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
	const newRun = (): ActionRun => ({
		...runOf(context),
		audience: 'person',
		warnings: new Warnings(),
		progress: new Progress(1, false),
	});
	const accessToken = 'agst_creates_test';
	const operation = {
		...table.seoPlatformCreate,
		readRecords: () => {
			throw new TypeError(`Cannot read ${accessToken}`);
		},
	};
	const connection = connectionOf({ accessToken, baseUrl: 'https://api.example.com' });
	const request = requestOf(operation, { connection });
	for (let tries = 0; tries < 2; tries++) {
		await expect(createOnce(newRun(), request, 0)).rejects.toMatchObject({
			kind: 'unexpected',
			inDoubt: true,
			message: expect.not.stringContaining(accessToken) as string,
			description: expect.stringContaining('Check before you retry.') as string,
		});
	}
	expect(sent).toBe(1);
});
