import type { Match } from './match';
import { LISTED } from './rows';
import type { Table } from './table';

/** Number of days to remember a record that has left the list. */
export const REMEMBERED_DAYS = 30;

/** What becomes of records of the last table that are not in the list. */
export interface Gone {
	/** The rows of the last table to keep. */
	kept: number[];
	/** Number of records that are not due any more, because the event or its filters have changed. */
	dropped: number;
	/** Number of records that have left so long ago that they are forgotten, although they are open. */
	forgotten: number;
}

/** @param today days since 1970 @param isOtherScope whether the event or its filters have changed */
export function goneFrom(
	last: Table,
	{ isTaken }: Match,
	today: number,
	isOtherScope: boolean,
): Gone {
	const { leftOn } = last.rows;
	const all = [...isTaken.keys()].filter((row) => !isTaken[row]);
	// Days are counted whole, so it is remembered for 30 of them at least.
	const isRecent = (row: number) =>
		leftOn[row] === LISTED || leftOn[row] >= today - REMEMBERED_DAYS;
	// Another event is never asked about it as a change, so it is new once more when it is back.
	const isForOther = (row: number) => isOtherScope && last.told(row).knows === 'nothing';
	return {
		kept: all.filter((row) => isRecent(row) && !isForOther(row)),
		dropped: all.filter((row) => isRecent(row) && isForOther(row)).length,
		forgotten: all.filter((row) => !isRecent(row) && !last.isDone(row)).length,
	};
}
