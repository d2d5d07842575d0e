import type { Table } from '../table/table';
import type { Pending, Queue } from './queue';

/** Numbers of records that wait, for the log, without those that go at once. */
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

export function waitingOf(
	{ all }: Queue,
	table: Table,
	rowsInProgress: ReadonlySet<number>,
): Waiting {
	const isStopped = ({ waits }: Pending) => waits === 'stopped';
	const waiting = all.filter(({ row }) => !rowsInProgress.has(row));
	const others = waiting.filter((record) => !isStopped(record));
	const refused = others.filter(({ lane }) => lane === 'refused').length;
	return {
		refused,
		stopped: waiting.length - others.length,
		others: others.length - refused,
		nextList: table.open.size - all.length,
		isSending: rowsInProgress.size > 0,
	};
}
