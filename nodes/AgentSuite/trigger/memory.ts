import { Interval } from './reading/interval';
import { Outage } from './reporting/outage';
import { Sender } from './sender';
import { Store } from './state/store';

/** What this process keeps of one trigger from poll to poll. */
export class Memory {
	/** By IDs. */
	constructor(
		readonly workflow: string,
		readonly node: string,
	) {}

	/** What names it in this process. */
	get trigger(): string {
		return `${this.workflow}:${this.node}`;
	}

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

/** What is kept of a trigger, until n8n restarts. By IDs. */
export function memoryOf(workflow: string, node: string): Memory {
	const fresh = new Memory(workflow, node);
	const memory = memories.get(fresh.trigger) ?? fresh;
	memories.set(memory.trigger, memory);
	return memory;
}

/** Whether another trigger of the same workflow has polled in this process. */
export const sharesWorkflow = (memory: Memory): boolean =>
	[...memories.values()].some((other) => other !== memory && other.workflow === memory.workflow);
