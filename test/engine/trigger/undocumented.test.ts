/** What the trigger uses of n8n without n8n promising it. A new n8n fails here before it fails a user. */
import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
	Workflow,
} from 'n8n-workflow';
import { PollContext } from 'n8n-core';

import { endingOfRejection } from '../../../nodes/AgentSuite/trigger/n8n/executionEnd';
import type { Ending } from '../../../nodes/AgentSuite/trigger/outbox/verdict';
import { additionalDataOf, CredentialInMemory, nodeTypesOf } from '../../support/engine';
import { useQuickService } from '../../support/service';
import { storingModes, type Lack } from '../../support/pollContext';
import { passTime } from '../../support/triggerProcess';

const service = useQuickService();

test('static data of n8n itself notes changes, which tells it from the copy of durable cursors', () => {
	const host = service.host({ event: 'leadCreated' });
	const { loader } = host as unknown as { loader: Parameters<typeof nodeTypesOf>[0] };
	const node = {
		id: '1',
		name: 'Trigger',
		type: 'n8n-nodes-agent-suite.agentSuiteTrigger',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const nodeTypes = nodeTypesOf(loader);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: true, nodeTypes });
	const additionalData = additionalDataOf(new CredentialInMemory(loader, {}));
	const context = new PollContext(workflow, node, additionalData, 'trigger', 'activate');
	expect('__dataChanged' in context.getWorkflowStaticData('node')).toBe(true);
	const { promise, resolve, reject } = context.helpers.createDeferredPromise<number>();
	expect([typeof resolve, typeof reject]).toEqual(['function', 'function']);
	resolve(1);
	return expect(promise).resolves.toBe(1);
});

test.each<[string, Error, Ending]>([
	['a person stops it', new ManualExecutionCancelledError('1'), 'stopped'],
	['it times out', new TimeoutExecutionCancelledError('1'), 'failed'],
	['n8n shuts down', new SystemShutdownExecutionCancelledError('1'), 'interrupted'],
	['n8n could not create it', new Error('Connection terminated unexpectedly'), 'notStarted'],
])(
	'n8n says why it rejects an execution: by the reason, in 2.0 and earlier by the message: %s',
	(_why, error, ending) => {
		expect(endingOfRejection(error)).toBe(ending);
		expect(endingOfRejection({ message: error.message })).toBe(ending);
		const { reason } = error as { reason?: string };
		if (reason) expect(endingOfRejection({ reason })).toBe(ending);
	},
);

describe.each(storingModes)('polling mode %s', (mode) => {
	test.each([true, false])(
		'n8n could not create an execution, retries %s: its record comes again',
		async (retryFailedExecutions) => {
			const host = service.host({ event: 'leadCreated', retryFailedExecutions }, mode);
			await host.activate();
			await host.poll();
			service.sandbox.addLead();
			host.outcome = () => 'notCreated';
			await host.poll();
			host.outcome = () => 'success';
			passTime(3_600_000);
			const again = await host.poll();
			expect(again).toHaveLength(1);
		},
	);

	test.each<[Lack, boolean]>([
		['createDeferredPromise', true],
		['__emit', true],
		['__emit', false],
	])(
		'without %s, items are returned plainly, with a warning if retries are on: %s',
		async (lack, retryFailedExecutions) => {
			const host = service.host({ event: 'leadCreated', retryFailedExecutions }, mode);
			host.lacks = [lack];
			await host.activate();
			await host.poll();
			for (let poll = 0; poll < 2; poll++) {
				service.sandbox.addLead();
				expect(await host.poll()).toHaveLength(1);
			}
			expect(await host.poll()).toBeNull();
			const warned = host.warnings.filter((line) => line.includes('not retried'));
			expect(warned).toHaveLength(retryFailedExecutions ? 1 : 0);
		},
	);

	test('an older n8n, which tells neither its time for a poll nor the settings of the workflow', async () => {
		const host = service.host({ event: 'leadCreated', retryFailedExecutions: true }, mode);
		host.lacks = ['getPollBudgetMs', 'getWorkflowSettings'];
		await host.activate();
		host.outcome = () => 'error';
		service.sandbox.addLead();
		expect(await host.poll()).toHaveLength(1);
		passTime(3_600_000);
		expect(await host.poll()).toHaveLength(1);
	});
});

test.each([true, false])(
	'n8n throws instead of starting an execution, retries %s: the next poll goes on with its record',
	async (retryFailedExecutions) => {
		const host = service.host({ event: 'leadCreated', retryFailedExecutions }, 'durable');
		await host.activate();
		await host.poll();
		host.lacks = ['emission'];
		service.sandbox.addLead();
		expect(await host.poll()).toBeNull();
		host.lacks = [];
		passTime(60_000);
		expect(await host.poll()).toHaveLength(1);
	},
);
