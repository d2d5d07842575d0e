import type { IExecuteFunctions } from 'n8n-workflow';

import type { Plan } from '../../../nodes/AgentSuite/action/plan';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import { Reads } from '../../../nodes/AgentSuite/action/reads';
import type { ActionRun } from '../../../nodes/AgentSuite/action/run';
import { Warnings } from '../../../nodes/AgentSuite/action/warnings';
import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';
import type { Request } from '../../../nodes/AgentSuite/transport/request';
import { newRun as runOf } from '../../../nodes/AgentSuite/transport/run/run';
import { requestOf } from '../../support/requests';

const asJson = { 'content-type': 'application/json' };

/** Reads the plans one after another. @returns the bodies that were sent, the lists, and how many reads were reused */
async function readAll(changes: Array<Partial<Request>>) {
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
	const plans = changes.map(
		(change) => ({ request: { ...requestOf(leadGetAll), ...change } }) as Plan,
	);
	const reads = new Reads(run, plans);
	const lists: unknown[] = [];
	for (const plan of plans) lists.push(await reads.read(plan));
	return { bodies, lists, reused: run.progress.readsReused };
}

test('items share a read of the same request, whatever each of them allows it to take', async () => {
	const { bodies, lists, reused } = await readAll(
		[10_000, 30_000].map((timeoutMs) => ({ timeoutMs })),
	);
	expect([bodies.length, new Set(lists).size, reused]).toEqual([1, 1, 1]);
});

test('a read that is a POST is only shared if its body is the same', async () => {
	const { bodies, reused } = await readAll(['a', 'b', 'a'].map((text) => ({ body: { text } })));
	expect(bodies).toEqual(['{"text":"a"}', '{"text":"b"}']);
	expect(reused).toBe(1);
});
