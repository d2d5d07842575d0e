import type { IExecuteFunctions } from 'n8n-workflow';

import { handedObject, PerExecution } from './perExecution';
import { Budget } from '../account/budget';

/** What n8n stores with the execution, in the context of the node. */
interface StoredTally {
	executionId?: string;
	readonly used: number;
}

const executions = new PerExecution(() => new Budget());

/**
 * The tokens of one node in one execution, over all tries of Retry On Fail and all runs in a loop. This process remembers
 * them, and n8n stores them with an execution that waits and goes on in another process.
 */
export function executionBudget(
	context: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId' | 'getNode'>,
): Budget {
	const budget = executions.of(context);
	const handed = handedObject(context);
	const stored = handed.tokensUsed as Partial<StoredTally> | null | undefined;
	const executionId = context.getExecutionId();
	// If an execution is retried from the list, n8n copies the context of the earlier one.
	const isOfExecution = stored?.executionId === executionId;
	// A Code node can write into what is stored. It can only raise the tally, and one that is no number counts as none.
	if (isOfExecution && Number.isFinite(stored?.used)) budget.adopt(Number(stored?.used));
	// A getter, so that n8n also stores what the budget counts later.
	handed.tokensUsed = {
		executionId,
		get used() {
			return budget.used;
		},
	};
	return budget;
}
