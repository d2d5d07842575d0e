/** How n8n says that an AI agent uses the node, and when it calls a tool again. */

import { NodeConnectionTypes, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { Problem } from '../model/problem';

/**
 * Whether n8n runs the node as a tool. n8n says so where an agent calls the node. Where it runs the tool as a node of
 * its own, the output shows it, or the type, to which n8n adds "Tool" without documenting that.
 */
export function isTool(
	context: Pick<IExecuteFunctions, 'isToolExecution' | 'getNodeOutputs' | 'getNode'>,
): boolean {
	if (context.isToolExecution?.()) return true;
	const outputs = context.getNodeOutputs?.() ?? [];
	const isToolNode = outputs.some(({ type }) => type === NodeConnectionTypes.AiTool);
	return isToolNode || context.getNode().type.endsWith('Tool');
}

/**
 * Whether an agent itself calls the node (AI Agent 2, MCP Server Trigger). If n8n runs the tool as a node of its own
 * (AI Agent 3), it does not. Before n8n 2.1, there is no `isToolExecution`, and only contexts for agents can be cloned.
 */
export const isCalledByAgent = (context: Pick<IExecuteFunctions, 'isToolExecution'>): boolean =>
	context.isToolExecution?.() ?? 'cloneWith' in context;

/**
 * Whether n8n would call a tool again after a create that might have been carried out. That could create the record twice,
 * because the tries of a tool that an agent calls have nothing in common. So the model is told, and the call does not fail.
 */
export const wouldCreateTwice = ({ retryOnFail }: INode, error: unknown): boolean =>
	retryOnFail === true && error instanceof Problem && error.inDoubt;
