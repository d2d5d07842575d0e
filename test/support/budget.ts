import type { Budget } from '../../nodes/AgentSuite/transport/account/budget';

/** Reserves tokens, or says why the limit does not allow it. */
export function reserve(budget: Budget, tokens: number, limit: number) {
	const lack = budget.lackOf(tokens, limit);
	if (!lack) budget.reserve(tokens);
	return lack ?? 'reserved';
}
