/** What goes next. */
import type { RecordsPerExecution } from '../../parameters/readTrigger';
import type { Table } from '../table/table';
import type { Executions } from './executions';
import { LANES, MODES, type LaneName, type Lanes } from './lanes';
import { laneOf, type Pending, type Queue } from './queue';
import type { Turns } from './turns';

/** Records for one execution. */
export interface Batch {
	/** Oldest first. */
	records: Pending[];
	lane: LaneName;
}

/** What it is picked from. */
export interface Stock {
	table: Table;
	queue: Queue;
	executions: Executions;
	lanes: Lanes;
	turns: Turns;
}

export const oldestFirst = (records: Pending[]): Pending[] =>
	[...records].sort((one, other) => one.row - other.row);

/** What goes with its lane: what waits for nothing of its own, and is in no execution. In the order of the queue. */
export function readyByLane({ table, queue, executions }: Stock): Record<LaneName, Pending[]> {
	const inProgress = executions.rowsInProgress;
	const ready: Record<LaneName, Pending[]> = { untried: [], tried: [], refused: [] };
	for (const record of queue.all) {
		const waits = inProgress.has(record.row) || record.wait !== undefined;
		if (!waits) ready[laneOf(record, table)].push(record);
	}
	return ready;
}

/** The lanes of which nothing is in progress, or could go. */
export function idleLanes(stock: Stock): ReadonlySet<LaneName> {
	const ready = readyByLane(stock);
	const busy = new Set(stock.executions.inProgress.map(({ lane }) => lane));
	return new Set(LANES.filter((lane) => ready[lane].length === 0 && !busy.has(lane)));
}

/**
 * Whether the next execution of a lane waits for the end of one in progress: for the last one of the lane, but what is untried for none.
 * With *One* or *All*, for any.
 */
function isBusy(lane: LaneName, executions: Executions, mode: RecordsPerExecution): boolean {
	if (MODES[mode].isOneAtATime) return executions.inProgress.length > 0;
	return lane !== 'untried' && executions.inProgress.some((execution) => execution.lane === lane);
}

/** What goes next, of the first lane that can go. Undefined if nothing can now. */
export function nextBatch(stock: Stock, mode: RecordsPerExecution): Batch | undefined {
	const { table, executions, lanes, turns } = stock;
	const sizeOf = (lane: LaneName) =>
		isBusy(lane, executions, mode) ? 0 : lanes.sizeOf(lane, mode);
	const free = LANES.filter((lane) => sizeOf(lane) > 0);
	// First, because with many records, to look through them takes longer than all else.
	if (free.length === 0) return undefined;
	const ready = readyByLane(stock);
	const lane = free.find((one) => ready[one].length > 0);
	if (!lane) return undefined;
	const ordered = lane === 'refused' ? turns.order(ready.refused, table) : ready[lane];
	return { records: oldestFirst(ordered.slice(0, sizeOf(lane))), lane };
}
