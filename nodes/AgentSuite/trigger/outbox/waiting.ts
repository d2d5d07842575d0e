import type { Table } from '../table/table';
import { laneOf, type Queue } from './queue';

/** Numbers of records that wait, for the log. */
export interface Waiting {
	refused: number;
	/** Their execution was stopped by a person. */
	stopped: number;
	others: number;
	/** The next list says whether they are due: they are off the list, for example. */
	nextList: number;
	/** Whether a record is in an execution after which it can wait again. */
	isSending: boolean;
}

/** Nothing waits. */
export const NOTHING_WAITS: Waiting = {
	refused: 0,
	stopped: 0,
	others: 0,
	nextList: 0,
	isSending: false,
};

/** What the records wait for that the table counts as open. @param inProgress rows of those in an execution */
export function waitingOf(table: Table, queue: Queue, inProgress: ReadonlySet<number>): Waiting {
	const waiting = { ...NOTHING_WAITS };
	for (const row of table.open.keys()) {
		const pending = queue.get(row);
		if (inProgress.has(row)) waiting.isSending = true;
		else if (!pending) waiting.nextList += 1;
		else if (pending.wait === 'stopped') waiting.stopped += 1;
		else waiting[laneOf(pending, table) === 'refused' ? 'refused' : 'others'] += 1;
	}
	return waiting;
}
