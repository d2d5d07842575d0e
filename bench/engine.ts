/** Runs a chain of nodes in n8n's engine, in this process, because a whole n8n would distort the memory figures. */
import { join } from 'node:path';

import {
	ExecutionLifecycleHooks,
	LazyPackageDirectoryLoader,
	WorkflowExecute,
	type PackageDirectoryLoader,
} from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type IWorkflowBase,
} from 'n8n-workflow';

import {
	additionalDataOf,
	CredentialInMemory,
	loadPackage,
	nodeTypesBy,
} from '../test/support/engine';
import { inChain, type FlowNode } from './flows';

export interface Loaders {
	ours: PackageDirectoryLoader;
	/** n8n's own nodes, from the playground. Loaded on demand. */
	base?: LazyPackageDirectoryLoader;
}

export async function load({ base }: { base: boolean }): Promise<Loaders> {
	const ours = await loadPackage();
	if (!base) return { ours };
	const folder = join(__dirname, '../playground/node_modules/n8n-nodes-base');
	const loader = new LazyPackageDirectoryLoader(folder);
	await loader.loadAll();
	return { ours, base: loader };
}

/** Runs the chain on `items` empty items. @returns the items of the last node @throws the error of a node */
export async function runChain(
	{ ours, base }: Loaders,
	chain: FlowNode[],
	credential: ICredentialDataDecryptedObject,
	items = 1,
): Promise<number> {
	const nodeTypes = nodeTypesBy((name) => {
		const [from, type] = name.split('.');
		const loader = from === 'n8n-nodes-base' ? base : ours;
		if (!loader) throw new Error(`Nothing is loaded that has ${name}`);
		return loader.getNode(type).type;
	});
	const { nodes, connections } = inChain(chain);
	const settings = { executionOrder: 'v1' } as const;
	const about = { id: 'bench', name: 'Bench', active: false, nodes, connections, settings };
	const workflow = new Workflow({ ...about, nodeTypes });
	const stored: IWorkflowBase = {
		...about,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	};
	const executionId = 'execution-1';
	const hooks = new ExecutionLifecycleHooks('trigger', executionId, stored);
	const helper = new CredentialInMemory(ours, credential);
	const additionalData = additionalDataOf(helper, { executionId, hooks });
	const input = Array.from({ length: items }, (_, item) => ({ json: {}, pairedItem: { item } }));
	const first = workflow.getNode(chain[0].name) as INode;
	const runExecutionData = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: first, data: { main: [input] }, source: null }],
		},
	});
	const engine = new WorkflowExecute(additionalData, 'trigger', runExecutionData);
	const { data } = await engine.processRunExecutionData(workflow);
	if (data.resultData.error) throw data.resultData.error;
	const last = data.resultData.runData[chain[chain.length - 1].name]?.at(-1);
	return last?.data?.main[0]?.length ?? 0;
}
