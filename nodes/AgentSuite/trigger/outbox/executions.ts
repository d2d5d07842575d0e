import type { Comparison } from '../table/compare';
import { isSameParts, type PartValues } from '../table/rows';
import type { Told } from '../table/told';
import type { Lane } from './lane';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** What an execution was given of a record. */
export interface Given {
	values: PartValues;
	/** What the workflow was told before. */
	before: Told;
	/** Whether an execution with other values has started or ended since, so that these were perhaps not written last. */
	isOvertaken: boolean;
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
	lane?: Lane;
	/** Whether its records are sent again after a failure. If not, its start has told the workflow, or it was late then. */
	retries: boolean;
}

/** The executions of which the end was not reported. */
export class Executions {
	readonly all = new Set<Execution>();

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
	decideAbout(row: number): boolean {
		return this.inTime.some(({ retries, given }) => retries && given.has(row));
	}

	/** Whether a piece of a lane is in progress. The next one waits for its end. */
	get hasPiece(): boolean {
		return this.inTime.some(({ lane }) => lane !== undefined);
	}

	get inTime(): Execution[] {
		return [...this.all].filter(({ isLate }) => !isLate);
	}

	/** Forgets those that are too late to count. */
	forgetLate(now: number): void {
		for (const execution of this.all)
			if (now - execution.leaseEndsAt > LATE_MS) this.all.delete(execution);
	}

	/** After a comparison: follows the records to their new rows. */
	follow({ movedTo, update }: Comparison): void {
		for (const execution of this.all) {
			const moved = new Map<number, Given>();
			for (const [row, given] of execution.given) {
				const next = movedTo[row];
				if (next !== undefined) moved.set(next, { ...given, values: update(next, given.values) });
			}
			execution.given = moved;
		}
	}
}
