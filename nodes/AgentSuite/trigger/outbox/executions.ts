import type { IDataObject } from 'n8n-workflow';

import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Told } from '../table/told';
import type { ItemsByRow, LaneName } from './waiting';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** What an execution was given of a record. */
export interface Given {
	values: PartValues;
	/** What the workflow was told before, in case n8n could not start the execution. */
	before: Told;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
	/** What it is returned as if it has to be sent again. Undefined if it need not be, or waits already. */
	item?: IDataObject;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** By row. */
	given: Map<number, Given>;
	startedAt: number;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** Whether its lease has ended, so that its records wait again. Its end still counts for a day. */
	isLate: boolean;
	/** The lane that it is a piece of. Undefined if fresh records are among them. */
	lane?: LaneName;
	/** Whether its records are sent again after a failure. If not, its start has told the workflow. */
	retries: boolean;
}

/** The executions of which the end was not reported. */
export class Executions {
	private readonly all = new Set<Execution>();

	add(execution: Execution): void {
		this.overtakeOthers(execution);
		this.all.add(execution);
	}

	/** @returns false if it was forgotten, or its end was reported before */
	remove(execution: Execution): boolean {
		return this.all.delete(execution);
	}

	/** It writes its values now, or perhaps has just written them. */
	overtakeOthers({ given }: Execution): void {
		for (const other of this.all) {
			for (const [row, { values }] of given) {
				const others = other.given.get(row);
				if (others && !isSameParts(others.values, values)) others.isOvertaken = true;
			}
		}
	}

	/** Whether the end of one of them decides when this record is sent again. */
	has(row: number): boolean {
		return this.inTime.some(({ retries, given }) => retries && given.has(row));
	}

	/** Whether a piece of a lane is in progress. The next one waits for its end. */
	get hasPiece(): boolean {
		return this.inTime.some(({ lane }) => lane !== undefined);
	}

	private get inTime(): Execution[] {
		return [...this.all].filter(({ isLate }) => !isLate);
	}

	/** Forgets those that are too late to count. @returns those of which the lease has just ended */
	endLeases(now: number): Execution[] {
		for (const execution of this.all)
			if (now - execution.leaseEndsAt > LATE_MS) this.all.delete(execution);
		const ended = this.inTime.filter(({ leaseEndsAt }) => now >= leaseEndsAt);
		for (const execution of ended) execution.isLate = true;
		return ended;
	}

	/** The workflow was told of this record meanwhile. The next list says whether it still has to be sent. */
	dropItem(row: number): void {
		for (const { given } of this.all) delete given.get(row)?.item;
	}

	/** After a comparison: follows the records to their new rows, and takes over the latest state of what has to be sent. */
	follow({ movedTo, update }: Comparison, due: ItemsByRow): void {
		for (const execution of this.all) {
			const { given, isLate, retries } = execution;
			execution.given = new Map();
			for (const [row, was] of given) {
				const next = movedTo[row];
				if (next === undefined) continue;
				const values = update(next, was.values);
				const item = retries && !isLate ? due.get(next) : undefined;
				execution.given.set(next, { ...was, values, item });
			}
		}
	}
}
