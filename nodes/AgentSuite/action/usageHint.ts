import { count, inDigits } from '../model/words';

/** What a run of the node has used. */
interface Usage {
	requests: number;
	/** Tokens. */
	spent: number;
	/** Tokens that might have been charged, in addition. */
	perhapsSpent: number;
	/** Responses that were reused for other items. */
	reused: number;
	/** Writes that an earlier try had already done. */
	alreadyDone: number;
	secondsWaited: number;
	/** In words. */
	waitedFor: Iterable<string>;
	/** The tokens of each account that has a daily limit. */
	today: ReadonlyMap<string, { used: number; limit: number }>;
}

/**
 * The hint for the output pane. Undefined if nothing was sent or reused.
 * @param usedInExecution tokens, also of other runs of the node
 */
export function usageHint(usage: Usage, usedInExecution: number): string | undefined {
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
