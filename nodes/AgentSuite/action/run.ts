import type { IExecuteFunctions } from 'n8n-workflow';

import { executionBudget } from '../transport/pacing/executionBudget';
import { Halt } from '../transport/pacing/halt';
import { RunUsage } from '../transport/pacing/runUsage';
import { newRun, type Run } from '../transport/run';

/** One run of the node, shared by all its items. */
export interface ActionRun extends Run {
	context: IExecuteFunctions;
	/** For the output pane, each once for any number of items. */
	warnings: Set<string>;
	explanations: Set<string>;
}

export function newActionRun(context: IExecuteFunctions): ActionRun {
	const usage = new RunUsage(context.getInputData().length, context.continueOnFail());
	const halt = new Halt(context.getExecutionCancelSignal?.());
	const run = newRun(context, usage, executionBudget(context), halt);
	return { ...run, warnings: new Set(), explanations: new Set() };
}
