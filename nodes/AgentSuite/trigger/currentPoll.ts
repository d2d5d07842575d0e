import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import type { StoredState } from './state/lastState';
import type { Memory } from './memory';
import type { Activation } from './n8n/activation';
import type { Log } from './reporting/log';
import { N8nStorage } from './n8n/n8nStorage';
import { baselineOf } from './state/baseline';
import { originOf, type Origin } from './state/origin';
import { Store } from './state/store';

/** A poll of a published trigger, before its settings are read. */
export interface BegunPoll {
	context: IPollFunctions;
	memory: Memory;
	log: Log;
	/** Undefined unless it is the first poll after n8n has activated the workflow. */
	activation: Activation | undefined;
}

/** What the steps of a poll work with. */
export interface Poll extends BegunPoll {
	settings: TriggerSettings;
	/** What its list is going to be about. */
	origin: Origin;
	/** What it goes on from, and what it leaves. */
	store: Store;
	/** Whether the next list is a first one, as far as is known before it is read. What comes until then would count as existing. */
	mayBeFirst: boolean;
	/** Whether what is due goes while no list is read (`baseline.ts`). Otherwise, it waits for the next one. */
	goesWithoutList: boolean;
}

/** @throws an error of n8n if it has no place for a state */
export function pollOf(begun: BegunPoll, settings: TriggerSettings): Poll {
	const { context, memory, activation } = begun;
	const storage = new N8nStorage<StoredState>(context, activation !== undefined);
	const store = new Store(storage, memory);
	const origin = originOf(context, settings);
	const expected = baselineOf(store, settings, origin);
	return {
		...begun,
		settings,
		origin,
		store,
		mayBeFirst: !expected.outbox,
		// What was stored before a restart, or by another process, only goes once it is compared.
		goesWithoutList: store.last.from === 'kept' && expected.goesWithoutList,
	};
}
