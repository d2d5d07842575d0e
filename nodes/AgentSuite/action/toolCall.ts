import type { IExecuteFunctions } from 'n8n-workflow';

type FromAi = (key: string) => unknown;

/**
 * What a model has asked this tool for: its arguments, and the items of the agent. The same for all tries of Retry On
 * Fail, whatever the parameters evaluate to, and another one for another call, unless that asks for the very same.
 */
export function toolCall(context: IExecuteFunctions): string {
	const saved = JSON.stringify(context.getNode().parameters);
	const keys = [...saved.matchAll(/\$fromAI\(\s*\\?["'`]([\w-]+)/gi)].map(([, key]) => key);
	// Older n8n has none.
	const fromAi = context.getWorkflowDataProxy(0).$fromAI as FromAi | undefined;
	const args = [...new Set(keys)].map((key) => [key, fromAi?.(key)]);
	return JSON.stringify([args, context.getInputData().map(({ json }) => json)]);
}
