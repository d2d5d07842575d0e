import type { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeType,
	type IRun,
} from 'n8n-workflow';

import { CredentialInMemory, newExecutionId, runInEngine, suiteNode } from './engine';

/** The two ways in which n8n runs a tool: as a separate node, or called by the model's node (older agents). */
export type Way = 'node' | 'called';

export interface ToolRun {
	run: IRun;
	/** What the agent passes to the model. */
	observation: string;
	/** The error message for the model. */
	error?: string;
}

interface Tool {
	invoke(input: IDataObject): Promise<string>;
}

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
	toolSets: number,
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
		const tools: Tool[] = [];
		for (let set = 0; set < toolSets; set++) {
			const connected = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
			tools.push((connected as Tool[])[0]);
		}
		for (const tool of tools) {
			for (let call = 0; call < times; call++) {
				try {
					result.observation = await tool.invoke(input);
				} catch (error) {
					result.error = (error as Error).message;
					result.observation = result.error;
				}
			}
		}
		return [[{ json: {} }]];
	};
	return {
		description: {
			name: 'agent',
			version: 1,
			inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		} as unknown as INodeType['description'],
		execute: way === 'node' ? asked : called,
	};
}

interface ToolSettings {
	/** Default: the one that n8n gives it. */
	type?: string;
	settings?: Partial<INode>;
	executionId?: string;
	/** Calls of each tool. */
	times?: number;
	/** Number of times a calling agent builds the tool before its first call, as AI Agent 2 does for each item of a batch. */
	toolSets?: number;
}

/** Runs our node as a tool in n8n's own engine. @param input the arguments of the model for `$fromAI` parameters */
export async function runTool(
	loader: PackageDirectoryLoader,
	way: Way,
	parameters: IDataObject,
	credential: ICredentialDataDecryptedObject,
	input: IDataObject = {},
	{
		settings,
		executionId = newExecutionId(),
		times = 1,
		toolSets = 1,
		type = 'n8n-nodes-agent-suite.agentSuiteTool',
	}: ToolSettings = {},
): Promise<ToolRun> {
	const result: Omit<ToolRun, 'run'> = { observation: '' };
	const agent: INode = {
		id: 'agent',
		name: 'Agent',
		type: 'test.agent',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const run = await runInEngine(loader, {
		nodes: [agent, suiteNode(parameters, { name: 'Tool', type, ...settings })],
		connections: { Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
		types: {
			[agent.type]: agentType(way, input, result, times, toolSets),
			[type]: toolTypeOf(loader),
		},
		credentialsHelper: new CredentialInMemory(loader, credential),
		executionId,
	});
	return { run, ...result };
}
