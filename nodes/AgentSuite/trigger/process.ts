import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import type { NextRead } from './interval';
import type { Outage } from './outage';
import type { Log, Outbox } from './outbox/outbox';
import type { StoredSnapshot } from './snapshot';

/** Triggers in the memory of the process. Beyond that, those that polled longest ago are forgotten, as at a restart. */
const MAX_TRIGGERS = 1000;

/** The state of one trigger in this process, in addition to what n8n stores. Times are of the steady clock, ms. */
export interface TriggerProcess {
	/** When the poll in progress has begun. Only its turn changes it. */
	busySince?: number;
	/** Whether the workflow was published since the last poll that has used that. */
	isPublished?: boolean;
	/** When the list can be read again. */
	nextRead?: NextRead;
	/** The snapshot of the last poll. Without durable cursors, n8n stores it only together with an execution. */
	latest?: StoredSnapshot;
	outbox?: Outbox;
	/** Starts an execution with what is due next, as the last poll did. False if n8n does not report its end. */
	startNext?: () => boolean;
	/** Whether n8n does not report the end of executions, which was logged. It is asked again after a publication. */
	reportsNoEnds?: boolean;
	/** Failed polls since the last successful one. Its dates are of the wall clock. */
	outage?: Outage;
}

/** What one poll works with. */
export interface Poll {
	context: IPollFunctions;
	settings: TriggerSettings;
	kept: TriggerProcess;
	log: Log;
}

/** By workflow and node, in the order of their last polls. */
export const triggers = new Map<string, TriggerProcess>();

export function processOf(key: string): TriggerProcess {
	const known = triggers.get(key) ?? {};
	triggers.delete(key);
	triggers.set(key, known);
	for (const oldest of triggers.keys()) {
		if (triggers.size <= MAX_TRIGGERS) break;
		triggers.delete(oldest);
	}
	return known;
}
