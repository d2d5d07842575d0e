import { Interval } from './interval';
import { Outage } from './outage';
import { Sender } from './sender';
import type { Kept } from './store';

/** A trigger that has not polled for so long is forgotten, as at a restart, ms. Longer than a month, which is how rarely one polls. */
const FORGET_MS = 40 * 86_400_000;

/** What this process keeps of one trigger from poll to poll. */
export class Memory {
	/** When it polled last, by the steady clock, ms. */
	polledAt = -Infinity;
	/** Whether a poll is in progress. There is one at a time. */
	isPolling = false;
	readonly interval = new Interval();
	outage = new Outage();
	/** Undefined until a list was compared. */
	kept?: Kept;
	readonly sender = new Sender();
	/** The text that was logged last on each subject. A warning that is given once is a subject of its own. */
	readonly logged = new Map<string, string>();
}

/** By workflow and node. */
export const memories = new Map<string, Memory>();

/**
 * What is kept of a trigger that polls.
 * @param trigger its workflow and node
 * @param now by the steady clock, ms
 */
export function memoryOf(trigger: string, now: number): Memory {
	for (const [other, { polledAt, sender }] of memories) {
		if (now - polledAt < FORGET_MS) continue;
		sender.suspend();
		memories.delete(other);
	}
	const memory = memories.get(trigger) ?? new Memory();
	memory.polledAt = now;
	memories.set(trigger, memory);
	return memory;
}

/** Whether another trigger of the same workflow has polled in this process. */
export function sharesWorkflow(trigger: string): boolean {
	const workflow = `${trigger.split(':')[0]}:`;
	return [...memories.keys()].some((other) => other !== trigger && other.startsWith(workflow));
}
