import { ExecutionLifecycleHooks, WorkflowExecute, type PackageDirectoryLoader } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeType,
	type IRun,
	type IWorkflowBase,
} from 'n8n-workflow';

import { additionalDataOf, CredentialInMemory, nodeTypesOf } from './engine';

/** The two ways in which n8n runs a tool: as a separate node, or called by the model's node (older agents). */
export type Way = 'node' | 'called';

export interface ToolRun {
	run: IRun;
	/** What the agent passes to the model. */
	observation: string;
	/** The error message for the model. */
	error?: string;
	/** How n8n describes the tool to the model. */
	description?: string;
}

interface Tool {
	description: string;
	invoke(input: IDataObject): Promise<string>;
}

const position: [number, number] = [0, 0];

/** The type that n8n creates for a node that can be used as a tool (n8n, `convertNodeToAiTool`). */
function toolTypeOf(loader: PackageDirectoryLoader): INodeType {
	const type = loader.getNode('agentSuite').type as INodeType;
	const description = Object.create(type.description, {
		name: { value: `${type.description.name}Tool` },
		inputs: { value: [] },
		outputs: { value: [NodeConnectionTypes.AiTool] },
	}) as INodeType['description'];
	return Object.create(type, { description: { value: description } }) as INodeType;
}

/** A node in place of an AI agent. It calls the tool and keeps the last result. */
function agentType(
	way: Way,
	input: IDataObject,
	result: Omit<ToolRun, 'run'>,
	times: number,
): INodeType {
	const asked: INodeType['execute'] = async function (response) {
		if (!response?.actionResponses.length) {
			return {
				actions: Array.from({ length: times }, (_, call) => ({
					actionType: 'ExecutionNodeAction' as const,
					nodeName: 'Tool',
					input,
					type: NodeConnectionTypes.AiTool,
					id: `call-${call}`,
					metadata: { itemIndex: 0 },
				})),
				metadata: {},
			};
		}
		const { data } = response.actionResponses[times - 1];
		const items = data.data?.ai_tool?.[0]?.map(({ json }) => json);
		result.error = data.error?.message;
		result.observation = JSON.stringify(items?.length ? items : (result.error ?? ''));
		return [[{ json: {} }]];
	};
	const called = async function (this: IExecuteFunctions) {
		const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		result.description = tools[0].description;
		for (let call = 0; call < times; call++) {
			try {
				result.observation = await tools[0].invoke(input);
			} catch (error) {
				result.error = (error as Error).message;
				result.observation = result.error;
			}
		}
		return [[{ json: {} }]];
	};
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: 'Calls its tool',
			defaults: { name: 'Agent' },
			inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute: way === 'node' ? asked : called,
	};
}

interface ToolSettings {
	/** Node settings such as `retryOnFail`. */
	settings?: Partial<INode>;
	executionId?: string;
	/** How often the agent calls the tool. Default: once. */
	times?: number;
}

/** Runs the Agent Suite node as a tool, in n8n's own engine, with real HTTP. */
export async function runTool(
	loader: PackageDirectoryLoader,
	way: Way,
	parameters: IDataObject,
	credential: ICredentialDataDecryptedObject,
	/** The arguments of the model for `$fromAI` parameters. */
	input: IDataObject = {},
	{ settings: ofNode, executionId = 'execution-tool', times = 1 }: ToolSettings = {},
): Promise<ToolRun> {
	const result: Omit<ToolRun, 'run'> = { observation: '' };
	const types = {
		'test.input': { description: { properties: [], outputs: ['main'] } } as unknown as INodeType,
		'test.agent': agentType(way, input, result, times),
		'n8n-nodes-agent-suite.agentSuiteTool': toolTypeOf(loader),
	};
	const node = (name: string, type: string): INode => ({
		...{ id: name, name, type, typeVersion: 1, position, parameters: {} },
	});
	const tool: INode = {
		...node('Tool', 'n8n-nodes-agent-suite.agentSuiteTool'),
		parameters: parameters as INode['parameters'],
		credentials: { agentSuiteApi: { id: '1', name: 'Test' } },
		...ofNode,
	};
	const nodes = [node('Input', 'test.input'), node('Agent', 'test.agent'), tool];
	const connections: IConnections = {
		Input: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
		Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
	};
	const settings = { executionOrder: 'v1' as const };
	const nodeTypes = nodeTypesOf(loader, types);
	const workflow = new Workflow({
		...{ id: 'workflow-1', name: 'Test', nodes, connections, active: false, nodeTypes, settings },
	});
	const helper = new CredentialInMemory(loader, credential);
	const data = { id: 'workflow-1', name: 'Test', nodes, connections, settings } as IWorkflowBase;
	const execution = createRunExecutionData({
		resultData: {
			runData: {
				Input: [
					{
						...{ startTime: 0, executionIndex: 0, executionTime: 0, source: [] },
						data: { main: [[{ json: {} }]] },
					},
				],
			},
		},
		executionData: {
			nodeExecutionStack: [
				{
					node: workflow.getNode('Agent')!,
					data: { main: [[{ json: {}, pairedItem: { item: 0 } }]] },
					source: { main: [{ previousNode: 'Input' }] },
				},
			],
		},
	});
	const hooks = new ExecutionLifecycleHooks('manual', executionId, data);
	const additionalData = additionalDataOf(helper, { executionId, hooks });
	const engine = new WorkflowExecute(additionalData, 'manual', execution);
	return { run: await engine.processRunExecutionData(workflow), ...result };
}
