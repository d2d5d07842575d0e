import type { Table } from '../table/table';
import { LANES, type LaneName } from './lanes';
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

/** @returns the place of the record of a row */
export function placesOf(
	table: Table,
	queue: Queue,
	inProgress: ReadonlySet<number>,
): (row: number) => Place {
	return (row) => {
		const pending = queue.get(row);
		if (inProgress.has(row)) return 'execution';
		if (!pending) return 'nextList';
		return pending.state === 'tried' && table.refusals(row) > 0 ? 'refused' : pending.state;
	};
}

/** What can go, by lane, in the order of the queue. */
export function readyIn(
	queue: Queue,
	placeOf: (row: number) => Place,
): Record<LaneName, Pending[]> {
	const ready: Record<LaneName, Pending[]> = { untried: [], tried: [], refused: [] };
	for (const pending of queue.all) {
		const place = placeOf(pending.row);
		const lane = LANES.find((name) => name === place);
		if (lane) ready[lane].push(pending);
	}
	return ready;
}
