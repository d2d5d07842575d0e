/** One run of the node, shared by all its items. */

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Audience } from '../model/audience';
import { executionBudget } from '../transport/run/executionBudget';
import { Halt } from '../transport/run/halt';
import { newRun, type Run } from '../transport/run/run';
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
