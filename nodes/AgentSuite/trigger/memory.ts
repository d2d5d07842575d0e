import { Interval } from './reading/interval';
import { Outage } from './reporting/outage';
import { Sender } from './sender';
import { Store } from './state/store';

/** What this process keeps of one trigger from poll to poll. */
export class Memory {
	/** @param trigger its workflow and node */
	constructor(readonly trigger: string) {}

	/** Whether a poll is in progress. There is one at a time. */
	isPolling = false;
	readonly interval = new Interval();
	readonly outage = new Outage();
	readonly store = new Store();
	readonly sender = new Sender();
	/** The text that was logged last on each subject. A warning that is given once is a subject of its own. */
	readonly logged = new Map<string, string>();

	/** n8n has activated the workflow: all goes again, and a failure that was reported is reported again. */
	beginAnew(): void {
		this.outage.end();
		this.store.beginAnew();
	}
}

/** By workflow and node. */
export const memories = new Map<string, Memory>();

/** What is kept of a trigger, until n8n restarts. @param trigger its workflow and node */
export function memoryOf(trigger: string): Memory {
	const memory = memories.get(trigger) ?? new Memory(trigger);
	memories.set(trigger, memory);
	return memory;
}

/** Whether another trigger of the same workflow has polled in this process. */
export function sharesWorkflow(trigger: string): boolean {
	const workflow = `${trigger.split(':')[0]}:`;
	return [...memories.keys()].some((other) => other !== trigger && other.startsWith(workflow));
}
