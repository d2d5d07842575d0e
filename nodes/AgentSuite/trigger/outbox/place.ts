import type { Table } from '../table/table';
import type { LaneName } from './lanes';
import type { Parked, Pending, Queue } from './queue';

/**
 * Where a record is that is open or in an execution:
 *
 *     execution                   in time. It goes no other way until that ends, or its lease
 *     untried, tried, refused     in the queue: it is due, and goes in this lane. Refused is what was tried, and has refusals
 *     held, stopped               in the queue too, but waits (`PendingState`)
 *     nextList                    not in the queue: the next list says whether it is due, because it is off the list, does not match now,
 *                                 the end of an execution has changed what the workflow was told of it, or n8n has restarted
 */
export type Place = 'execution' | LaneName | Parked | 'nextList';

const inQueue = (table: Table, { row, state }: Pending): LaneName | Parked =>
	state === 'tried' && table.refusals(row) > 0 ? 'refused' : state;

/** @param inProgress rows of the records that are in an execution */
export function placeOf(
	row: number,
	table: Table,
	queue: Queue,
	inProgress: ReadonlySet<number>,
): Place {
	if (inProgress.has(row)) return 'execution';
	const pending = queue.get(row);
	return pending ? inQueue(table, pending) : 'nextList';
}

/** What can go, by lane, in the order of the queue. @param inProgress rows of the records that are in an execution */
export function readyIn(
	table: Table,
	queue: Queue,
	inProgress: ReadonlySet<number>,
): Record<LaneName, Pending[]> {
	const ready: Record<LaneName, Pending[]> = { untried: [], tried: [], refused: [] };
	for (const pending of queue.all) {
		if (inProgress.has(pending.row)) continue;
		const place = inQueue(table, pending);
		if (place !== 'held' && place !== 'stopped') ready[place].push(pending);
	}
	return ready;
}
