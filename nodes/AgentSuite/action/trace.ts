import type { IExecuteFunctions } from 'n8n-workflow';

import type { RunUsage } from '../transport/pacing/runUsage';

/**
 * Stores with the execution what a run of the node has cost: requests, tokens, and seconds. n8n (2.22) adds it to the span
 * of the node. All tries of Retry On Fail count together, because they are one run of the node there.
 */
export function traceUsage(context: IExecuteFunctions, usage: RunUsage): void {
	const earlier = context.getExecuteData?.()?.metadata?.tracing ?? {};
	const tracing = Object.entries(usage.numbers()).map(([name, value]) => [
		name,
		value + Number(earlier[name] ?? 0),
	]);
	context.setMetadata?.({ tracing: Object.fromEntries(tracing) as Record<string, number> });
}
