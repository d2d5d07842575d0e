import type { Table } from '../table/table';
import type { LaneName } from './lanes';
import type { Pending } from './queue';

/**
 * Where a record is of which there is something to tell:
 *
 *     inExecution                 in one in time. It goes no other way until that ends, or its lease
 *     untried, tried, refused     in the queue, so it is due, and goes in this lane. Refused is what was tried, and has refusals
 *     held, stopped               in the queue too, but it goes in no lane now (`PendingState`)
 *     nextList                    not in the queue: the next list says whether it is due, because it is off the list, does not match now,
 *                                 the end of an execution has changed what the workflow was told of it, or n8n has restarted
 */
export type Place = 'inExecution' | LaneName | 'held' | 'stopped' | 'nextList';

/**
 * @param pending what the queue has of it
 * @param inProgress rows of the records that are in an execution in time
 */
export function placeOf(
	row: number,
	pending: Pending | undefined,
	table: Table,
	inProgress: ReadonlySet<number>,
): Place {
	if (inProgress.has(row)) return 'inExecution';
	if (!pending) return 'nextList';
	return pending.state === 'tried' && table.refusals(row) > 0 ? 'refused' : pending.state;
}

/** Whether a record there can go. */
export const isLane = (place: Place): place is LaneName =>
	place === 'untried' || place === 'tried' || place === 'refused';
