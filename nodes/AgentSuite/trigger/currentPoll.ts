import type { IPollFunctions } from 'n8n-workflow';

import type { TriggerSettings } from '../parameters/readTrigger';
import type { Memory } from './memory';
import type { Activation, Log } from './n8n';
import type { Origin } from './origin';
import type { Store } from './store';

/** A poll of a published trigger, before its settings are read. */
export interface BegunPoll {
	context: IPollFunctions;
	/** The trigger, by workflow and node. */
	trigger: string;
	memory: Memory;
	log: Log;
	/** When it began, by the steady clock, ms. */
	began: number;
	/** Undefined unless it is the first poll after n8n has activated the workflow. */
	activation: Activation | undefined;
}

/** What the steps of a poll work with. */
export interface Poll extends BegunPoll {
	settings: TriggerSettings;
	/** What its list is going to be about. */
	origin: Origin;
	store: Store;
}
