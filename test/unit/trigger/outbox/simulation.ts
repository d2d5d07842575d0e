import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads.watchedList';
import { leadCreatedOrUpdated } from '../../../../nodes/AgentSuite/resources/events';
import type { Execution } from '../../../../nodes/AgentSuite/trigger/outbox/executions';
import { Outbox } from '../../../../nodes/AgentSuite/trigger/outbox/outbox';
import type { Batch } from '../../../../nodes/AgentSuite/trigger/outbox/pick';
import type { Ending, OutboxSettings } from '../../../../nodes/AgentSuite/trigger/outbox/verdict';
import {
	compare,
	type Comparison,
	type Earlier,
} from '../../../../nodes/AgentSuite/trigger/table/compare';
import {
	readTable,
	storeTable,
	type StoredTable,
} from '../../../../nodes/AgentSuite/trigger/table/storedTable';
import { Table } from '../../../../nodes/AgentSuite/trigger/table/table';
import type { Knowledge } from '../../../../nodes/AgentSuite/trigger/table/told';
import { parametersOf } from '../poller';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const LEASE = 56 * MINUTE;

export const range = (from: number, to: number) =>
	Array.from({ length: to - from }, (_none, index) => from + index);

/** An execution in progress. */
interface Running {
	execution: Execution;
	items: IDataObject[];
}

interface PollOptions {
	isPublished?: boolean;
	/** 'Emit Existing' was turned on. */
	isReturningAll?: boolean;
	isOtherScope?: boolean;
	/** Whether the list is read. */
	isRead?: boolean;
}

/** The trigger polls a list of leads, numbered from 0, and n8n runs one execution after another. */
export class Simulation {
	/** Those that were tried together stay in their order. */
	random = () => 1 - 2 ** -32;
	outbox = new Outbox(Table.empty(leads), () => this.random());
	/** Not on day 0, which the table cannot tell from no day. */
	now = DAY;
	executionMs = 100;
	leaseMs = LEASE;
	settings: OutboxSettings = { retries: true, recordsPerExecution: 'automatic' };
	event = leadCreatedOrUpdated;
	parameters: object = {};
	/** The leads of each execution that has started. */
	readonly sent: number[][] = [];
	/** The last item of each lead that an execution has delivered. */
	readonly delivered = new Map<number, IDataObject>();
	failed = 0;
	/** The number of leads that are logged as dropped. */
	dropped = 0;
	/** The number of leads that the last poll logs as sent again. */
	overdue = 0;
	/** The leads that the destination refuses. */
	bad = new Set<number>();
	isDown = false;
	/** How an execution ends. Undefined: it stays in progress. */
	outcome: (sent: number[]) => Ending | undefined = (sent) =>
		this.isDown || sent.some((lead) => this.bad.has(lead)) ? 'failed' : 'succeeded';
	readonly running: Running[] = [];
	readonly list: IDataObject[] = [];
	private readonly queue: Running[] = [];
	private added = 0;
	private isFirst = true;

	constructor() {
		this.poll();
	}

	/** A poll that finds new leads. @returns the leads of the executions that it has started */
	poll(found = 0, options: PollOptions = {}): number[][] {
		const { isPublished, isReturningAll, isOtherScope = false, isRead = true } = options;
		const { outbox, list } = this;
		for (const lead of range(this.added, this.added + found)) list.push(leadOf(lead));
		this.added += found;
		const before = this.sent.length;
		if (isPublished || isReturningAll) outbox.beginAnew();
		if (isRead) {
			const comparison = this.compare({
				isOtherScope,
				...(isReturningAll && { returnAll: 'emitExisting' }),
			});
			outbox.follow(comparison);
			this.dropped += comparison.dropped + comparison.forgotten;
		}
		this.overdue = outbox.beginSending(this.settings, this.now);
		this.runAll();
		return this.sent.slice(before);
	}

	/** Polls that find nothing new. @returns the number of executions that failed meanwhile */
	polls(count: number, everyMs: number, found: (poll: number) => number = () => 0): number {
		const before = this.failed;
		const from = this.now;
		for (let poll = 1; poll <= count; poll++) {
			this.now = Math.max(this.now, from + poll * everyMs);
			this.poll(found(poll));
		}
		return this.failed - before;
	}

	/** A poll after some time. */
	later(ms: number, found = 0, options: PollOptions = {}): number[][] {
		this.now += ms;
		return this.poll(found, options);
	}

	edit(lead: number, change: IDataObject): void {
		const place = this.list.findIndex(
			({ agentConversationId }) => agentConversationId === `${lead}`,
		);
		this.list[place] = { ...this.list[place], ...change };
	}

	/** n8n restarts with what was stored. */
	restart(stored = this.storedTable()): void {
		this.outbox = new Outbox(stored, () => this.random());
		this.running.length = 0;
	}

	/** The table as n8n stores it now. */
	storedTable(): Table {
		const stored = JSON.stringify(storeTable(this.outbox.table));
		return readTable(JSON.parse(stored) as StoredTable, leads);
	}

	/** Ends an execution in progress. @returns the leads of the executions that start because of that */
	end(ending: Ending, index = 0): number[][] {
		const before = this.sent.length;
		const [running] = this.running.splice(index, 1);
		this.settle(running, ending);
		this.runAll();
		return this.sent.slice(before);
	}

	/** What the workflow knows of each lead on the list. */
	get knows(): Knowledge[] {
		return this.list.map((_lead, row) => this.outbox.table.told(row).knows);
	}

	/** The number of leads that have not been delivered, though the destination accepts them. */
	get goodLeft(): number {
		return range(0, this.added).filter((lead) => !this.bad.has(lead) && !this.delivered.has(lead))
			.length;
	}

	/** The sizes of the executions from one on. */
	sizes(from = 0): number[] {
		return this.sent.slice(from).map(({ length }) => length);
	}

	private compare(how: Pick<Earlier, 'returnAll' | 'isOtherScope'>): Comparison {
		const { event, list, outbox } = this;
		const parameters = parametersOf(event, this.parameters);
		const table = this.isFirst ? undefined : outbox.table;
		this.isFirst = false;
		return compare(event, parameters, list, Math.floor(this.now / DAY), { table, ...how });
	}

	private start(batch: Batch): void {
		const items = batch.records.map(({ item }) => item);
		this.sent.push(items.map(numberOf));
		this.queue.push({ execution: this.outbox.start(batch, this.now, this.leaseMs), items });
	}

	private settle({ execution, items }: Running, ending: Ending): void {
		if (ending === 'succeeded') for (const item of items) this.delivered.set(numberOf(item), item);
		else this.failed++;
		this.outbox.end(execution, ending, this.now);
	}

	private runAll(): void {
		for (;;) {
			for (;;) {
				const batch = this.outbox.next();
				if (!batch) break;
				this.start(batch);
			}
			const first = this.queue.shift();
			if (!first) return;
			const ending = this.outcome(first.items.map(numberOf));
			if (!ending) {
				this.running.push(first);
				continue;
			}
			this.now += this.executionMs;
			this.settle(first, ending);
		}
	}
}

const leadOf = (lead: number): IDataObject => ({
	agentConversationId: `${lead}`,
	clientOrgId: 'org_1',
	firstName: `First${lead}`,
	email: `lead${lead}@example.com`,
	status: 'interested',
});

const numberOf = ({ leadKey }: IDataObject): number => Number(leadKey);

/** A destination that refuses some of the leads. */
export function refusing(...bad: number[]): Simulation {
	const simulation = new Simulation();
	simulation.bad = new Set(bad);
	return simulation;
}

/** A destination that is down. */
export function down(): Simulation {
	const simulation = new Simulation();
	simulation.isDown = true;
	return simulation;
}

/** Executions stay in progress until the test ends them. @param delivered number of leads that the workflow was told before */
export function inProgress(
	settings: Partial<Simulation['settings']> = {},
	delivered = 0,
): Simulation {
	const simulation = new Simulation();
	simulation.poll(delivered);
	Object.assign(simulation.settings, settings);
	simulation.outcome = () => undefined;
	return simulation;
}
