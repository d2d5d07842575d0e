import type { Table } from '../table/table';
import type { Pending, Queue } from './queue';

/** Numbers of records that wait, for the log, without those that go at once. */
export interface Waiting {
	refused: number;
	/** Their execution was stopped by a person. */
	stopped: number;
	others: number;
	/** Not found due: off the list, for example. */
	absent: number;
	/** Whether a record is in an execution after which it can wait again. */
	isSending: boolean;
	/** Sent again because their execution had no end in its lease, which the last poll has noticed. */
	overdue: number;
	/** The last poll has found that they do not match the event any more. Those in an execution can still succeed. */
	unmatched: number;
}

export function waitingOf(
	{ all, waiting }: Queue,
	table: Table,
): Omit<Waiting, 'isSending' | 'overdue' | 'unmatched'> {
	const isStopped = ({ phase }: Pending) => phase === 'stopped';
	const others = waiting.filter((record) => !isStopped(record));
	const refused = others.filter(({ row }) => table.isRefused(row)).length;
	return {
		refused,
		stopped: waiting.length - others.length,
		others: others.length - refused,
		absent: table.open.size - all.length,
	};
}
