import type { Followed } from './follow';
import { isSameParts, isSameRow, partsAt, type PartValues } from './rows';
import type { Table } from './table';
import { toldWith, type Told } from './told';

/** What is known of the record of a row before the event is asked about it. */
export interface Known {
	told: Told;
	/** What the list has. */
	listed: PartValues;
	/** Whether it was open before this list. */
	wasOpen: boolean;
	/** Whether it has other values than in the last list. */
	isEdited: boolean;
	/** How often the destination has refused it. The latest state of an edited record was never refused. */
	refusals: number;
}

/**
 * Whether a record that is due is untried: no execution had it in this state, as far as is known. It is new, or returned once more, or was
 * edited since the last list, or is told earlier values for certain, which a start with this state would have put in doubt.
 */
export const isUntried = ({ wasOpen, isEdited, told }: Known): boolean =>
	!wasOpen || isEdited || told.knows === 'values';

/** Whether the record of a row is as in the last list, and done, as most are. */
export function isDoneAsBefore({ rows, cameFrom }: Followed, last: Table, row: number): boolean {
	const from = cameFrom(row);
	return from !== undefined && last.isDone(from) && isSameRow(rows, row, last.rows, from);
}

/** @param isNewTold whether the workflow counts as told of new records */
export function knownOf(
	{ rows, cameFrom, upToDate }: Followed,
	last: Table,
	row: number,
	isNewTold: boolean,
): Known {
	const from = cameFrom(row);
	const listed = partsAt(rows, row);
	if (from === undefined) {
		const told: Told = isNewTold ? { knows: 'values', values: listed } : { knows: 'nothing' };
		return { told, listed, wasOpen: false, isEdited: false, refusals: 0 };
	}
	const isEdited = !isSameParts(upToDate(row, last.listed(from)), listed);
	return {
		told: toldWith(last.told(from), (values) => upToDate(row, values)),
		listed,
		wasOpen: !last.isDone(from),
		isEdited,
		refusals: isEdited ? 0 : last.refusals(from),
	};
}

/** The same if the list has not changed since, but what was told of it. */
export const knownAgain = (table: Table, row: number, told: Told): Known => ({
	told,
	listed: table.listed(row),
	wasOpen: true,
	isEdited: false,
	refusals: table.refusals(row),
});
