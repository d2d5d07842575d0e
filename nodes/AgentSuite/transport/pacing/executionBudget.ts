import type { IExecuteFunctions } from 'n8n-workflow';

import { handedObject, PerExecution } from '../perExecution';
import { Budget } from './budget';

/** What n8n stores with the execution, in the context of the node. */
interface StoredTally {
	executionId?: string;
	used: number;
}

interface Kept {
	tally: StoredTally;
	budget: Budget;
}

function newBudget(): Kept {
	const tally: StoredTally = { used: 0 };
	return { tally, budget: new Budget(tally) };
}

const executions = new PerExecution<Kept>(newBudget);

/**
 * The tokens of one node in one execution, over all tries of Retry On Fail and all runs in a loop. This process remembers
 * them, and n8n stores them with an execution that waits and goes on in another process.
 */
export function executionBudget(
	context: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId' | 'getNode'>,
): Budget {
	const { tally, budget } = executions.of(context);
	const handed = handedObject(context);
	const stored = handed.tokensUsed as Partial<StoredTally> | null | undefined;
	tally.executionId = context.getExecutionId();
	// If an execution is retried from the list, n8n copies the context of the earlier one.
	const isOfExecution = stored?.executionId === tally.executionId;
	// A Code node can write into it too, and a tally that is no number would let everything through.
	if (isOfExecution && Number.isFinite(stored?.used)) budget.adopt(Number(stored?.used));
	// The object itself, so that n8n also stores what the budget counts later.
	handed.tokensUsed = tally;
	return budget;
}
