import { count, inDigits } from '../texts/words';
import type { RunUsage } from '../transport/run/runUsage';
import type { Progress } from './progress';

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
