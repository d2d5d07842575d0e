import type { IExecuteFunctions } from 'n8n-workflow';

type FromAi = (key: string) => unknown;

/**
 * Identifies a tool call by its arguments and the items of the agent. It is the same for all tries of Retry On Fail,
 * whatever the parameters evaluate to. Two calls with the same arguments cannot be told apart.
 */
export function toolCall(context: IExecuteFunctions): string {
	const saved = JSON.stringify(context.getNode().parameters);
	const keys = [...saved.matchAll(/\$fromAI\(\s*\\?["'`]([\w-]+)/gi)].map(([, key]) => key);
	// Missing in older n8n versions.
	const fromAi = context.getWorkflowDataProxy(0).$fromAI as FromAi | undefined;
	const args = [...new Set(keys)].map((key) => [key, fromAi?.(key)]);
	return JSON.stringify([args, context.getInputData().map(({ json }) => json)]);
}
