import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads';
import { emptyRows, type Rows } from '../../../../nodes/AgentSuite/trigger/difference/rows';
import type { Delivery } from '../../../../nodes/AgentSuite/trigger/outbox/delivery';
import {
	Outbox,
	type Ending,
	type Log,
	type OutboxSettings,
} from '../../../../nodes/AgentSuite/trigger/outbox/outbox';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const LEASE = 61 * MINUTE;

/** Rows with a different value each. */
function rowsOf(count: number, version: number): Rows {
	const rows = emptyRows(leads, count);
	for (let row = 0; row < count; row++) {
		rows.identities[row] = row + 1;
		rows.parts[0][row] = 100_000 * version + row + 1;
	}
	return rows;
}

interface Running {
	execution: number;
	rows: number[];
}

/** Polls a list that only grows, and runs executions one after another, as n8n would do. */
export class Simulation {
	outbox = new Outbox();
	/** The rows of each execution that has started. */
	readonly sent: number[][] = [];
	readonly logged: string[] = [];
	/** Records that an execution has delivered. */
	readonly delivered = new Set<number>();
	failed = 0;
	now = 0;
	/** What the destination refuses. */
	bad = new Set<number>();
	isDown = false;
	/** How an execution ends. Undefined: it stays in progress. */
	outcome: (rows: number[]) => Ending | undefined = (rows) =>
		this.isDown || rows.some((row) => this.bad.has(row)) ? 'failed' : 'delivered';
	/** What the event returns for a record that is on its way. */
	itemOf: (row: number) => IDataObject | undefined = (row) => ({ row });
	executionMs = 100;
	leaseMs = LEASE;
	settings: Omit<OutboxSettings, 'isPublished'> = {
		retries: true,
		recordsPerExecution: 'automatic',
	};
	readonly running: Running[] = [];
	private count = 0;
	private version = 1;
	/** Undefined after a change. */
	private rows: Rows | undefined;

	/** The list after all records were edited. */
	editAll(): void {
		this.version++;
		this.rows = undefined;
	}

	/** A poll that finds new records. @returns the rows of the executions that it has started */
	poll(found = 0, isPublished = false): number[][] {
		const { outbox, now } = this;
		const before = this.sent.length;
		const log: Log = (level, text) => void this.logged.push(`${level}: ${text}`);
		outbox.beginPoll({ ...this.settings, isPublished }, log, now);
		const known = this.count;
		this.count += found;
		const isSame = found === 0 && this.rows !== undefined;
		const rows = isSame && this.rows ? this.rows : rowsOf(this.count, this.version);
		this.rows = rows;
		outbox.giveUpGone(rows);
		outbox.followList(
			{
				movedTo: Array.from({ length: known }, (_none, row) => row),
				snapshot: { rows, literals: new Map() },
				records: Array.from({ length: this.count }, () => ({})),
			},
			({ row }) => this.itemOf(row) ?? 'unmatched',
		);
		const fresh = Array.from({ length: found }, (_none, index) => known + index);
		const changes = fresh.map((row) => ({ row, was: undefined, item: { row } }));
		const added = outbox.add(changes, rows, now);
		outbox.beginRound(now);
		const at = outbox.pickFresh(added);
		const started = at.length > 0 ? [this.start(at, false)] : [];
		this.runAll(started);
		return this.sent.slice(before);
	}

	/** Ends an execution that is in progress. */
	end(index: number, ending: Ending): void {
		const [{ execution, rows }] = this.running.splice(index, 1);
		this.settle({ execution, rows }, ending);
		this.runAll([]);
	}

	/** Number of records on the list. */
	get listed(): number {
		return this.count;
	}

	/** What has not been delivered, though the destination accepts it. */
	get goodLeft(): number {
		const rows = Array.from({ length: this.count }, (_none, row) => row);
		return rows.filter((row) => !this.bad.has(row) && !this.delivered.has(row)).length;
	}

	private start(records: Delivery[], isOfRound: boolean): Running {
		const rows = records.map(({ row }) => row);
		this.sent.push(rows);
		return { rows, execution: this.outbox.launch(records, this.now, this.leaseMs, isOfRound) };
	}

	private settle({ execution, rows }: Running, ending: Ending): void {
		if (ending === 'delivered') rows.forEach((row) => this.delivered.add(row));
		else this.failed++;
		this.outbox.end(execution, ending, this.now);
	}

	private runAll(started: Running[]): void {
		const queue = [...started];
		for (;;) {
			const piece = this.outbox.pickNextPiece(this.now);
			if (piece) queue.push(this.start(piece, true));
			const first = queue.shift();
			if (!first) return;
			const ending = this.outcome(first.rows);
			if (!ending) {
				this.running.push(first);
				continue;
			}
			this.now += this.executionMs;
			this.settle(first, ending);
		}
	}
}
