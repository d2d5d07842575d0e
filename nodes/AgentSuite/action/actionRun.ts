/** One run of the node, shared by all its items, and what n8n is told about it at its end. */

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Audience } from '../model/audience';
import { count, inDigits } from '../texts/words';
import { executionBudget } from '../transport/run/executionBudget';
import { Halt } from '../transport/run/halt';
import { newRun, type Run } from '../transport/run/run';
import type { RunUsage } from '../transport/run/runUsage';
import { audienceOf } from './caller';
import { Progress } from './progress';
import { Warnings } from './warnings';

export interface ActionRun extends Run {
	context: IExecuteFunctions;
	audience: Audience;
	warnings: Warnings;
	progress: Progress;
}

export function newActionRun(context: IExecuteFunctions): ActionRun {
	const progress = new Progress(context.getInputData().length, context.continueOnFail());
	const halt = new Halt(context.getExecutionCancelSignal?.());
	const run = newRun(context, { budget: executionBudget(context), halt });
	return { ...run, audience: audienceOf(context), warnings: new Warnings(), progress };
}

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
