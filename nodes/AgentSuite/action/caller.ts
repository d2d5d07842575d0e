import { NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import type { Audience } from '../model/audience';

/** Who uses the node. */
export const audienceOf = (context: ToolContext): Audience =>
	isTool(context) ? 'model' : 'person';

type ToolContext = Pick<IExecuteFunctions, 'isToolExecution' | 'getNodeOutputs' | 'getNode'>;

/**
 * Whether n8n runs the node as a tool. n8n says so where an agent calls the node. Where it runs the tool as a node of
 * its own, the output shows it, or the type, to which n8n adds "Tool" without documenting that.
 */
function isTool(context: ToolContext): boolean {
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
