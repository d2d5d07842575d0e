import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import type { NextRead } from './interval';
import type { Outage } from './outage';
import type { Log, Outbox } from './outbox/outbox';
import type { StoredSnapshot } from './snapshot';

/** Triggers in memory. Beyond that, those that polled longest ago are forgotten, as at a restart. */
const MAX_TRIGGERS = 1000;

/** What is kept of one trigger in memory, in addition to what n8n stores. Times are of the steady clock, ms. */
export interface Kept {
	/** When the poll in progress has begun. Only its turn changes it. */
	busySince?: number;
	/** Whether the workflow was published, or n8n restarted, since the last poll that has used that. */
	isPublished?: boolean;
	/** When the list can be read again. */
	nextRead?: NextRead;
	/** The snapshot of the last poll. Without durable cursors, n8n stores it only together with an execution. */
	remembered?: StoredSnapshot;
	outbox?: Outbox;
	/** Starts an execution with what is due next, as the last poll did. */
	startNext?: () => void;
	/** Whether n8n reports the end of executions, as the last poll found. After a publication it is asked again. */
	reportsEnds?: boolean;
	/** Failed polls since the last successful one. Its dates are of the wall clock. */
	outage?: Outage;
}

/** What the steps of one poll work with. */
export interface Poll {
	context: IPollFunctions;
	settings: TriggerSettings;
	kept: Kept;
	log: Log;
}

/** By workflow and node, in the order of their last polls. */
export const keptByTrigger = new Map<string, Kept>();

/** What is kept of a trigger, which polls now. @param trigger its workflow and node */
export function keptFor(trigger: string): Kept {
	const kept = keptByTrigger.get(trigger) ?? {};
	keptByTrigger.delete(trigger);
	keptByTrigger.set(trigger, kept);
	for (const oldest of keptByTrigger.keys()) {
		if (keptByTrigger.size <= MAX_TRIGGERS) break;
		keptByTrigger.delete(oldest);
	}
	return kept;
}
