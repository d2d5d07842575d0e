import type { Table } from '../table/table';
import { placeOf } from './place';
import type { Queue } from './queue';

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

/** What the records wait for that the table counts as open. @param inProgress rows of those in an execution */
export function waitingOf(table: Table, queue: Queue, inProgress: ReadonlySet<number>): Waiting {
	const waiting = { refused: 0, stopped: 0, others: 0, nextList: 0, isSending: false };
	for (const [row, { refusals }] of table.open) {
		const place = placeOf(row, queue.get(row), table, inProgress);
		if (place === 'inExecution') waiting.isSending = true;
		else if (place === 'nextList' || place === 'stopped') waiting[place] += 1;
		else waiting[refusals > 0 ? 'refused' : 'others'] += 1;
	}
	return waiting;
}
