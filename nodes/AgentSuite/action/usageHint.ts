import { count, inDigits } from '../texts/words';
import type { RunUsage } from '../transport/pacing/runUsage';

/**
 * The hint for the output pane. Undefined if nothing was sent or reused.
 * @param usedInExecution tokens, also of other runs of the node
 */
export function usageHint(usage: RunUsage, usedInExecution: number): string | undefined {
	const { requests, spent, perhapsSpent, reused, alreadyDone, secondsWaited, waitedFor } = usage;
	if (requests + reused + alreadyDone === 0) return undefined;
	const parts = [count(requests, 'request'), `${count(spent, 'token')} spent`];
	if (perhapsSpent > 0) parts.push(`${perhapsSpent} more might have been charged`);
	if (usedInExecution > spent + perhapsSpent) {
		parts.push(`${count(usedInExecution, 'token')} used in this execution so far`);
	}
	if (reused > 0) parts.push(`${count(reused, 'read')} reused`);
	if (alreadyDone > 0) parts.push(`${count(alreadyDone, 'write')} not repeated`);
	if (secondsWaited > 0)
		parts.push(`waited ${secondsWaited} s for ${[...waitedFor].join(' and ')}`);
	const today = [...usage.today.values()].map(
		({ used, limit }) => `${inDigits(used)} of ${inDigits(limit)}`,
	);
	if (today.length > 0) parts.push(`${today.join(' and ')} 'Daily Token Limit' used`);
	return parts.join(', ');
}
