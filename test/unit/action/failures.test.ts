import type { IExecuteFunctions } from 'n8n-workflow';

import {
	afterSuccess,
	outputOfFailure,
	type Reached,
} from '../../../nodes/AgentSuite/action/failures';
import type { Plan } from '../../../nodes/AgentSuite/action/plan';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import type { ActionRun } from '../../../nodes/AgentSuite/action/actionRun';
import { Warnings } from '../../../nodes/AgentSuite/action/warnings';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import { Problem } from '../../../nodes/AgentSuite/model/problem';
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

const facts = { request: 'PUT /test', requestId: 'req_1', tokens: '5 charged' };

/**
 * The output of an item whose request was planned, and may have been sent, before something that nobody foresaw failed.
 * @param isDone whether the records of its response were read before
 */
function outputAfter(operation: Operation, isDone = false) {
	const connection = connectionOf({ accessToken, baseUrl: 'https://api.example.com' });
	const plan = { operation, request: requestOf(operation, { connection }) } as unknown as Plan;
	const thrown = new TypeError(`Cannot read ${accessToken}`);
	const reached: Reached = isDone ? { stage: 'records', plan, facts } : { stage: 'request', plan };
	const [{ json }] = outputOfFailure(run, thrown, 0, reached);
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

test.each<[Operation, string]>([
	[
		table.seoPlatformCreate,
		'The service created the record and charged the request. Another execution would create one more.',
	],
	[table.snippetUpdate, 'The service processed and charged the request. You can safely retry it.'],
	[table.leadGetAll, 'The service charged the request. A retry costs tokens again.'],
])('what fails after the records were read says what the service has done', (operation, said) => {
	const { details } = outputAfter(operation, true);
	expect(details).toMatchObject({
		description: expect.stringMatching(new RegExp(`^${said} `)) as string,
		...facts,
	});
	expect(JSON.stringify(details)).not.toContain('may still have been');
});

test('a Problem that follows a success keeps what it says, also to a model, but not that it costs nothing', () => {
	const problem = new Problem({
		kind: 'response',
		parameter: 'name',
		message: 'The platform has no ID',
		description: 'Contact the maintainers.',
		forModel: 'Tell the user.',
	});
	expect(afterSuccess(problem, requestOf(table.seoPlatformCreate), facts)).toMatchObject({
		message: problem.message,
		description: expect.stringMatching(/^The service created .* Contact/) as string,
		forModel: expect.stringMatching(/^The service created .* Tell the user\.$/) as string,
		inDoubt: true,
	});
	expect(afterSuccess(problem, requestOf(table.leadGetAll), facts).inDoubt).toBe(false);
	const failure = afterSuccess(problem, requestOf(table.seoPlatformCreate), facts);
	const [{ json }] = outputOfFailure(run, failure, 0, { stage: 'plan' });
	expect(JSON.stringify(json)).not.toContain('No tokens were spent');
});
