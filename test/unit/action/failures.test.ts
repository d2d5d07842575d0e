import type { IExecuteFunctions } from 'n8n-workflow';

import { outputOfFailure } from '../../../nodes/AgentSuite/action/failures';
import type { Plan } from '../../../nodes/AgentSuite/action/plan';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import type { ActionRun } from '../../../nodes/AgentSuite/action/run';
import { Warnings } from '../../../nodes/AgentSuite/action/warnings';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { connectionOf } from '../../../nodes/AgentSuite/transport/credential/connection';
import { newRun } from '../../../nodes/AgentSuite/transport/run/run';
import { requestOf } from '../../support/requests';

const accessToken = 'agst_failures_test';
const context = { getNode: () => ({ parameters: {} }) } as unknown as IExecuteFunctions;
const run: ActionRun = {
	...newRun(context),
	audience: 'person',
	warnings: new Warnings(),
	progress: new Progress(2, true),
};

/** The output of an item whose request was planned, and may have been sent, before something that nobody foresaw failed. */
function outputAfter(operation: Operation) {
	const connection = connectionOf({ accessToken, baseUrl: 'https://api.example.com' });
	const plan = { operation, request: requestOf(operation, { connection }) } as unknown as Plan;
	const thrown = new TypeError(`Cannot read ${accessToken}`);
	const [{ json }] = outputOfFailure(run, thrown, 0, plan);
	expect(JSON.stringify(json)).not.toContain(accessToken);
	return json;
}

test.each<[Operation, string]>([
	[table.seoPlatformCreate, 'Check before you retry.'],
	[table.snippetUpdate, 'You can safely retry it.'],
	[table.leadGetAll, 'A retry costs tokens again.'],
])('what nobody foresaw after a request says what to do about it', (operation, advice) => {
	expect(outputAfter(operation)).toMatchObject({
		error: expect.stringContaining('The node stopped for an unknown reason') as string,
		details: { description: expect.stringContaining(advice) as string },
	});
});
