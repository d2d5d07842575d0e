/** What n8n is told about a run at its end. */

import { count, inDigits } from '../texts/words';
import type { RunUsage } from '../transport/run/runUsage';
import type { ActionRun } from './actionRun';
import type { Progress } from './progress';

/** Shows what the run has cost, and its warnings, above the output. */
export function showHints({ context, usage, progress, budget, warnings }: ActionRun): void {
	const location = 'outputPane';
	const message = usageHint(usage, progress, budget.used);
	if (message) context.addExecutionHints?.({ message, location, type: 'info' });
	for (const warning of warnings.inWords(progress.items))
		context.addExecutionHints?.({ message: warning, location, type: 'warning' });
}

/**
 * The hint for the output pane. Undefined if nothing was sent or reused.
 * @param usedInExecution tokens, also of other runs of the node
 */
export function usageHint(
	usage: RunUsage,
	{ readsReused, createsNotRepeated }: Progress,
	usedInExecution: number,
): string | undefined {
	const { requests, spent, perhapsSpent, secondsWaited, waitedFor } = usage;
	if (requests + readsReused + createsNotRepeated === 0) return undefined;
	const parts = [count(requests, 'request'), `${count(spent, 'token')} spent`];
	if (perhapsSpent > 0) parts.push(`${perhapsSpent} more might have been charged`);
	if (usedInExecution > spent + perhapsSpent) {
		parts.push(`${count(usedInExecution, 'token')} used in this execution so far`);
	}
	if (readsReused > 0) parts.push(`${count(readsReused, 'read')} reused`);
	if (createsNotRepeated > 0) parts.push(`${count(createsNotRepeated, 'create')} not repeated`);
	if (secondsWaited > 0)
		parts.push(`waited ${secondsWaited} s for ${[...waitedFor].join(' and ')}`);
	const today = [...usage.today.values()].map(
		({ used, limit }) => `${inDigits(used)} of ${inDigits(limit)}`,
	);
	if (today.length > 0) parts.push(`${today.join(' and ')} 'Daily Token Limit' used`);
	return parts.join(', ');
}

/**
 * Stores with the execution what the run has cost: requests, tokens, and seconds. n8n (2.22) adds it to the span of the node.
 * All tries of Retry On Fail count together, because they are one run of the node there.
 */
export function traceUsage({ context, usage }: ActionRun): void {
	const earlier = context.getExecuteData?.()?.metadata?.tracing ?? {};
	const tracing = Object.entries(usage.numbers()).map(([name, value]) => [
		name,
		value + Number(earlier[name] ?? 0),
	]);
	context.setMetadata?.({ tracing: Object.fromEntries(tracing) as Record<string, number> });
}
