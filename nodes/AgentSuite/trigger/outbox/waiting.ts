import type { Table } from '../table/table';
import type { Pending, Queue } from './queue';

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

/** What the records wait for that the table counts as open. @param rowsInProgress those in an execution in time */
export function waitingOf(
	table: Table,
	queue: Queue,
	rowsInProgress: ReadonlySet<number>,
): Waiting {
	const waiting = { refused: 0, stopped: 0, others: 0, nextList: 0 };
	for (const row of table.open.keys()) {
		if (!rowsInProgress.has(row)) waiting[whatFor(queue.get(row))] += 1;
	}
	return { ...waiting, isSending: rowsInProgress.size > 0 };
}

function whatFor(pending: Pending | undefined) {
	if (!pending) return 'nextList';
	if (pending.waits === 'stopped') return 'stopped';
	return pending.lane === 'refused' ? 'refused' : 'others';
}
