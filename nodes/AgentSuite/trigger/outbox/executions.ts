import type { PartValues } from '../table/rows';
import type { Told } from '../table/told';
import type { Lane } from './lane';
import type { Pending } from './pending';

/** How long the end of an execution still counts after its lease, ms. */
const LATE_MS = 86_400_000;

/** What an execution was given of a record. */
export interface Given {
	values: PartValues;
	/** What the workflow was told before. */
	before: Told;
}

/** An execution of the workflow, from its start until its end is reported. Times are of the steady clock, ms. */
export interface Execution {
	/** Counted here, because n8n does not tell its ID. */
	id: number;
	records: Map<Pending, Given>;
	startedAt: number;
	/** When it counts as failed. In queue mode, n8n never reports the end of one that timed out. */
	leaseEndsAt: number;
	/** The lane that it is a piece of. Undefined if fresh records are among them. */
	lane?: Lane;
	/** Whether its start tells the workflow, because retries are off. */
	tellsAtStart: boolean;
	/** Whether its lease has ended. Its end still counts for a day. */
	isLate: boolean;
}

/** The executions of which the end was not reported. */
export class Executions {
	private readonly all = new Map<number, Execution>();
	private last = 0;

	add(execution: Omit<Execution, 'id' | 'isLate'>): Execution {
		const added = { ...execution, id: ++this.last, isLate: false };
		this.all.set(added.id, added);
		return added;
	}

	/** Takes it out when it has ended. Undefined if that is too late, or was reported before. */
	take(id: number): Execution | undefined {
		const execution = this.all.get(id);
		this.all.delete(id);
		return execution;
	}

	/** Retries were turned off, so that their starts have told the workflow. */
	countAsTold(): void {
		for (const execution of this.all.values()) execution.tellsAtStart = true;
	}

	has(execution: Execution): boolean {
		return this.all.has(execution.id);
	}

	/** Those whose lease ends now. Forgets the ones that are too late to count. */
	endLeases(now: number): Execution[] {
		const ended = [...this.all.values()].filter(
			({ isLate, leaseEndsAt }) => !isLate && now >= leaseEndsAt,
		);
		for (const execution of ended) execution.isLate = true;
		for (const { id, leaseEndsAt } of [...this.all.values()]) {
			if (now - leaseEndsAt > LATE_MS) this.all.delete(id);
		}
		return ended;
	}

	/** Whether one of them has this record. */
	haveRecord(pending: Pending): boolean {
		for (const { records } of this.all.values()) if (records.has(pending)) return true;
		return false;
	}
}
