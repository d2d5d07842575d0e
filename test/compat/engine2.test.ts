import {
	UnsupportedWorkflowError,
	V1StepExecutor,
	V1WorkflowConverter,
} from '@n8n/node-engine-compatibility';
import { Expression, type IDataObject, type INode, type IWorkflowBase } from 'n8n-workflow';

import {
	additionalDataOf,
	CredentialInMemory,
	nodeTypesOf,
	source,
	sourceType,
	suiteNode,
} from '../support/engine';
import { useService, working } from '../support/service';

/*
 * n8n's Engine 2.0 (`settings.engineType: 'v2'`, off by default) runs each node as a step of its own. docs/compatibility.md
 * lists what it does not offer yet.
 */

const service = useService();
const workflowId = 'workflow-1';

beforeAll(async () => {
	// Engine 2.0 refuses n8n's older way to evaluate expressions.
	await Expression.initExpressionEngine({
		engine: 'quickjs',
		bridgeTimeout: 5_000,
		bridgeMemoryLimit: 64,
		poolSize: 1,
		maxCodeCacheSize: 100,
	});
});
afterAll(async () => await Expression.disposeExpressionEngine());

function workflowOf(id: string, parameters: IDataObject, settings: Partial<INode>): IWorkflowBase {
	const [resource, operation] = id.split('.');
	const node = suiteNode({ resource, operation, ...parameters }, settings);
	return {
		id: workflowId,
		name: 'Test',
		nodes: [{ ...source, type: 'n8n-nodes-base.manualTrigger' }, node],
		connections: {
			[source.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
		},
	} as unknown as IWorkflowBase;
}

let executions = 0;

interface StepOptions {
	items?: IDataObject[];
	settings?: Partial<INode>;
	/** How often the step runs in one execution, as in a loop. */
	iterations?: number;
}

/** Runs our node as a step of Engine 2.0. Returns the outputs of each iteration. */
async function runStep(
	id: string,
	parameters: IDataObject = {},
	{ items = [{}], settings = {}, iterations = 1 }: StepOptions = {},
) {
	const graph = new V1WorkflowConverter().convert(workflowOf(id, parameters, settings));
	const { loader } = service;
	const executor = new V1StepExecutor({
		nodeTypes: nodeTypesOf(loader, { 'n8n-nodes-base.manualTrigger': sourceType }),
		additionalDataFactory: async ({ executionId }) =>
			additionalDataOf(new CredentialInMemory(loader, service.credential()), { executionId }),
		loadStepData: async () => ({ graph, outputsByNode: { [source.id]: { 0: [items as never] } } }),
	});
	const node = graph.nodes.find(({ type }) => type === 'v1-node')!;
	const executionId = `step-${++executions}`;
	const results = [];
	for (let iteration = 0; iteration < iterations; iteration++) {
		const context = {
			executionId,
			stepId: `${executionId}-${iteration}`,
			workflowId,
			mode: 'manual' as const,
			iteration,
			callerContext: { hostMode: 'manual' },
		};
		const inputs = [items.map((json) => ({ json })) as never];
		results.push((await executor.execute({ node, inputs, context })).outputs);
	}
	return results;
}

const recordsOf = (items: unknown) =>
	(items as Array<{ json: IDataObject }>).map(({ json }) => json);

/** Times and new IDs differ from run to run. */
const withoutTimes = (records: IDataObject[]) =>
	records.map((record) => ({ ...record, id: typeof record.id, updatedAt: undefined }));

test.each(Object.keys(working))('%s returns the same as in the engine of today', async (id) => {
	const { json } = await service.run(id, working[id]);
	service.sandbox.reset();
	const [[items]] = await runStep(id, working[id]);
	expect(withoutTimes(recordsOf(items))).toEqual(withoutTimes(json));
	expect(service.sandbox.requests.map(({ status }) => status)).toEqual([200]);
});

test('each item has its own parameters, and Continue returns an item for each', async () => {
	const items = [...service.sandbox.leadIds.slice(0, 2), { id: 'lead_unknown' }];
	const parameters = { leadId: '={{ $json.id }}' };
	const settings = { onError: 'continueRegularOutput' } as const;
	const [[output]] = await runStep('lead.get', parameters, { items, settings });
	const found = recordsOf(output).map(({ firstName, error }) => firstName ?? error);
	expect(found).toEqual(['Amelia', expect.any(String), expect.stringContaining('not found')]);
});

describe('what Engine 2.0 does not offer', () => {
	test('an error output is refused', async () => {
		const settings = { onError: 'continueErrorOutput' } as const;
		await expect(runStep('lead.get', working['lead.get'], { settings })).rejects.toThrow(
			UnsupportedWorkflowError,
		);
	});

	test('Retry On Fail is ignored', async () => {
		service.sandbox.addFault({ kind: 'status', status: 500 });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		await expect(runStep('lead.get', working['lead.get'], { settings })).rejects.toThrow(
			'HTTP 500',
		);
		expect(service.sandbox.requests).toHaveLength(1);
	});
});

test('Max Tokens applies to all turns of a loop', async () => {
	const parameters = { ...working['lead.get'], options: { maxTokens: 5 } };
	await expect(runStep('lead.get', parameters, { iterations: 2 })).rejects.toThrow(
		"'Max Tokens' would be exceeded",
	);
	expect(service.sandbox.requests).toHaveLength(1);
});
