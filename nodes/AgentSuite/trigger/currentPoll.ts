import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import type { LastState, StoredState } from './state/lastState';
import type { Memory } from './memory';
import type { Activation } from './n8n/activation';
import type { Log } from './reporting/log';
import { N8nStorage } from './n8n/n8nStorage';
import { expectationOf, type Expectation } from './state/baseline';
import { originOf, type Origin } from './state/origin';

/** What is known when n8n polls a published trigger. */
export interface Call {
	context: IPollFunctions;
	memory: Memory;
	log: Log;
	/** Undefined unless it is the first poll after n8n has activated the workflow. */
	activation: Activation | undefined;
	/** Whether n8n reports the end of executions. */
	reportsEnds: boolean;
}

/** A poll before its settings are read. */
export interface BegunPoll extends Call {
	/** Where it leaves the state. */
	storage: N8nStorage<StoredState>;
	/** What it goes on from. */
	last: LastState;
}

/** What the steps of a poll work with. */
export interface Poll extends BegunPoll {
	settings: TriggerSettings;
	/** What its list is going to be about. */
	origin: Origin;
	/** What it knows before it reads the list. */
	expected: Expectation;
}

/**
 * From here on, what this process keeps is dropped if another one has stored a later state.
 * @throws an error of n8n if it has no place for a state
 */
export function beginPoll(call: Call): BegunPoll {
	const { context, memory, activation } = call;
	const storage = new N8nStorage<StoredState>(context, activation !== undefined);
	return { ...call, storage, last: memory.store.beginPoll(storage) };
}

export function pollOf(begun: BegunPoll, settings: TriggerSettings): Poll {
	const origin = originOf(begun.context, settings);
	const expected = expectationOf(begun.last, settings.event.list, origin);
	return { ...begun, settings, origin, expected };
}
