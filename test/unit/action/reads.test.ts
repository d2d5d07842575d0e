import type { IExecuteFunctions } from 'n8n-workflow';

import type { Plan } from '../../../nodes/AgentSuite/action/plan';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import { Reads } from '../../../nodes/AgentSuite/action/reads';
import type { ActionRun } from '../../../nodes/AgentSuite/action/actionRun';
import { Warnings } from '../../../nodes/AgentSuite/action/warnings';
import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';
import { newRun as runOf } from '../../../nodes/AgentSuite/transport/run/run';
import { requestOf } from '../../support/requests';

const asJson = { 'content-type': 'application/json' };

test('a read that is a POST is only shared if its body is the same', async () => {
	const bodies: unknown[] = [];
	const context = {
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getTimezone: () => 'UTC',
		logger: { debug: () => undefined, warn: () => undefined },
		helpers: {
			httpRequestWithAuthentication: async (_name: string, { body }: { body?: unknown }) => {
				bodies.push(body);
				return await Promise.resolve({ statusCode: 200, headers: asJson, body: { leads: [] } });
			},
		},
	} as unknown as IExecuteFunctions;
	const run: ActionRun = {
		...runOf(context),
		audience: 'person',
		warnings: new Warnings(),
		progress: new Progress(3, false),
	};
	const plans = ['a', 'b', 'a'].map(
		(text) => ({ request: requestOf(leadGetAll, { body: { text } }) }) as Plan,
	);
	const reads = new Reads(run, plans);
	for (const plan of plans) await reads.read(plan);
	expect(bodies).toEqual(['{"text":"a"}', '{"text":"b"}']);
	expect(run.progress.readsReused).toBe(1);
});
