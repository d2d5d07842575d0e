import type { IPollFunctions } from 'n8n-workflow';

/** Writes a line to n8n's log. */
export type Log = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;

export function logOf(context: IPollFunctions): Log {
	const names = { workflowId: context.getWorkflow().id ?? '', nodeName: context.getNode().name };
	return (level, text) => context.logger[level](`Agent Suite Trigger: ${text}`, names);
}
