import type { IExecuteFunctions } from 'n8n-workflow';

import { createOnce } from '../../../nodes/AgentSuite/action/creates';
import type { ActionRun } from '../../../nodes/AgentSuite/action/actionRun';
import { Progress } from '../../../nodes/AgentSuite/action/progress';
import { Warnings } from '../../../nodes/AgentSuite/action/warnings';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import * as table from '../../../nodes/AgentSuite/resources/operations';
import { connectionOf } from '../../../nodes/AgentSuite/transport/credential/connection';
import { newRun as runOf } from '../../../nodes/AgentSuite/transport/run/run';
import { requestOf } from '../../support/requests';

afterEach(() => jest.useRealTimers());

/** A run of the node in this execution. n8n hands another object to each try. */
function tryOf(executionId: string, respond: () => Promise<unknown>): ActionRun {
	const handed = {};
	const context = {
		getContext: () => handed,
		getExecutionId: () => executionId,
		getNode: () => ({ id: 'node' }),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		helpers: { httpRequestWithAuthentication: respond },
	} as unknown as IExecuteFunctions;
	return {
		...runOf(context),
		audience: 'person',
		warnings: new Warnings(),
		progress: new Progress(1, false),
	};
}

test('a create that took longer than an hour is not sent again by the next try', async () => {
	jest.useFakeTimers();
	const created = { statusCode: 200, body: table.seoPlatformCreate.response.documented };
	let sent = 0;
	const respond = async () => {
		sent++;
		await new Promise((resolve) => setTimeout(resolve, 2 * 3_600_000));
		return created;
	};
	const connection = connectionOf({ accessToken: 'agst_slow', baseUrl: 'https://api.example.com' });
	const request = requestOf(table.seoPlatformCreate, { connection, timeoutMs: 1e9 });
	const first = createOnce(tryOf('slow', respond), request, 0);
	await jest.advanceTimersByTimeAsync(2 * 3_600_000);
	await first;
	// Another execution makes the process forget what is old.
	const other = createOnce(tryOf('other', respond), request, 0);
	await jest.advanceTimersByTimeAsync(1000);
	const second = tryOf('slow', respond);
	await createOnce(second, request, 0);
	expect(second.progress.createsNotRepeated).toBe(1);
	await jest.advanceTimersByTimeAsync(2 * 3_600_000);
	await other;
	expect(sent).toBe(2);
});

test('a create after which something nobody foresaw fails is in doubt, and not sent again', async () => {
	let sent = 0;
	const respond = async () => {
		sent++;
		return await Promise.resolve({ statusCode: 200, body: { id: 'p' } });
	};
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
		await expect(createOnce(tryOf('creates.test', respond), request, 0)).rejects.toMatchObject({
			kind: 'unexpected',
			inDoubt: true,
			line: expect.not.stringContaining(accessToken) as string,
			description: expect.stringContaining('Check before you retry.') as string,
		});
	}
	expect(sent).toBe(1);
});

test('nor is one after whose response anything else fails, such as a log', async () => {
	let sent = 0;
	const respond = async () => {
		sent++;
		return await Promise.resolve({ statusCode: 200, body: { id: 'p' } });
	};
	const readRecords: Operation['readRecords'] = (_body, onSkipped) => {
		onSkipped?.(1);
		return [];
	};
	const connection = connectionOf({ accessToken: 'agst_log', baseUrl: 'https://api.example.com' });
	const request = requestOf({ ...table.seoPlatformCreate, readRecords }, { connection });
	for (let tries = 0; tries < 2; tries++) {
		// Its context has no logger.
		await expect(createOnce(tryOf('log', respond), request, 0)).rejects.toMatchObject({
			kind: 'unexpected',
			inDoubt: true,
		});
	}
	expect(sent).toBe(1);
});
