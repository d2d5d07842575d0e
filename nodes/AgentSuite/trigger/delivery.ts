import type { IDataObject } from 'n8n-workflow';

import type { PartValues } from './difference/rows';
import type { Earlier } from './difference/selectChanges';

type State = 'waiting' | 'sent' | 'stopped' | 'closed';
type Step = 'send' | 'fail' | 'stop' | 'renew' | 'open' | 'close';

/** The state of a record after a step. A step that is not named changes nothing. */
const NEXT: Record<State, Partial<Record<Step, State>>> = {
	/** It is sent again once it is due. */
	waiting: { send: 'sent', close: 'closed' },
	/** An execution with it is in progress. */
	sent: { fail: 'waiting', stop: 'stopped', open: 'waiting', close: 'closed' },
	/** A person has stopped its execution. It waits for its next change or publication. */
	stopped: { renew: 'waiting', open: 'waiting', close: 'closed' },
	/** Nothing is left to deliver. It is kept while an execution could still deliver an earlier state of it. */
	closed: { open: 'waiting' },
};

/** A record that has not been delivered, or that an execution could still deliver. */
export interface Delivery extends Earlier {
	state: State;
	/** What to return. Undefined if the event does not match now, or the record has left the list. */
	item?: IDataObject;
	tries: number;
	/** When it is due again. */
	due: number;
	/** Number of records to send together. */
	group: number;
	/** The last execution with it. */
	flight?: Flight;
}

export interface Flight {
	/** The records, with their values when they were sent. */
	sent: Map<Delivery, PartValues>;
	startedAt: number;
	/** When it counts as failed if its end has not been reported. Infinity once it does. */
	leaseEnd: number;
}

/** The end of an execution. */
export type Outcome = 'delivered' | 'failed' | 'stopped' | 'notStarted';

/** Whether it can be sent once it is due. */
export const isReady = ({ state, item }: Delivery) => state === 'waiting' && item !== undefined;

export function move(delivery: Delivery, step: Step, more: Partial<Delivery> = {}): void {
	Object.assign(delivery, more, { state: NEXT[delivery.state][step] ?? delivery.state });
}
