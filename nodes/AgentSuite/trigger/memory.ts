import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import type { NextRead } from './interval';
import type { Outage } from './outage';
import type { Outbox } from './outbox/outbox';
import type { StoredState } from './state';

/** Triggers in memory. Beyond that, those that polled longest ago are forgotten, as at a restart. */
const MAX_TRIGGERS = 1000;

/** What is kept of one trigger in memory. Times are of the steady clock, ms. */
export interface Memory {
	/** When the poll in progress has begun. Only its turn changes it. */
	busySince?: number;
	/** When the list can be read again. */
	nextRead?: NextRead;
	/** The last state. Without durable cursors, n8n stores it only together with an execution. */
	state?: StoredState;
	/** Its table, and what is on its way. */
	outbox?: Outbox;
	/** Starts executions with what can be sent now, as the last poll did. Undefined while a poll is reading. */
	goOn?: () => void;
	/** Failed polls since the last successful one. Its dates are of the wall clock. */
	outage?: Outage;
	/** What was logged last about records that wait, and each warning that is given once. */
	logged?: { waiting?: string; warnings: Set<string> };
}

export type Log = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;

/** What the steps of one poll work with. */
export interface Poll {
	context: IPollFunctions;
	settings: TriggerSettings;
	memory: Memory;
	log: Log;
	/** Whether n8n has just activated the workflow: a publication, or the start of n8n. */
	isActivation: boolean;
}

/** By workflow and node, in the order of their last polls. */
export const memories = new Map<string, Memory>();

/** What is kept of a trigger, which polls now. @param trigger its workflow and node */
export function memoryOf(trigger: string): Memory {
	const memory = memories.get(trigger) ?? {};
	memories.delete(trigger);
	memories.set(trigger, memory);
	for (const oldest of memories.keys()) {
		if (memories.size <= MAX_TRIGGERS) break;
		memories.delete(oldest);
	}
	return memory;
}

/** Whether another trigger of the same workflow has polled in this process. */
export function sharesState(trigger: string): boolean {
	const workflow = `${trigger.split(':')[0]}:`;
	return [...memories.keys()].some((other) => other !== trigger && other.startsWith(workflow));
}

/** Logs a warning unless this process has done so before. */
export function warnOnce({ memory, log }: Poll, warning: string): void {
	const { warnings } = (memory.logged ??= { warnings: new Set() });
	if (warnings.has(warning)) return;
	warnings.add(warning);
	log('warn', warning);
}
