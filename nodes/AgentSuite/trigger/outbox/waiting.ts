import type { Table } from '../table/table';
import type { Pending, Queue } from './queue';

/** Where a record is that the table counts as open: see `Outbox`. */
export type Place = 'execution' | 'queue' | 'nextList';

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

/** What the records wait for that the table counts as open. */
export function waitingOf(table: Table, queue: Queue, placeOf: (row: number) => Place): Waiting {
	const waiting = { refused: 0, stopped: 0, others: 0, nextList: 0, isSending: false };
	for (const row of table.open.keys()) {
		const place = placeOf(row);
		if (place === 'execution') waiting.isSending = true;
		else waiting[place === 'nextList' ? place : whatFor(queue.get(row))] += 1;
	}
	return waiting;
}

function whatFor(pending?: Pending): 'refused' | 'stopped' | 'others' {
	if (pending?.parked === 'stopped') return 'stopped';
	return pending?.lane === 'refused' ? 'refused' : 'others';
}
