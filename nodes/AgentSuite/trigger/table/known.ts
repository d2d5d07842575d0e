import type { Followed } from './follow';
import { isSameParts, isSameRow, partsAt, type PartValues } from './rows';
import { UNTRIED, type Table, type Tries } from './table';
import { toldWith, type Told } from './told';

/** What is known of the record of a row before the event is asked about it. */
export interface Known {
	told: Told;
	/** What the list has. */
	listed: PartValues;
	/** Whether it was open before this list. */
	wasOpen: boolean;
	/** What has become of it as the list has it. */
	tries: Tries;
}

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
		return { told, listed, wasOpen: false, tries: UNTRIED };
	}
	const isEdited = !isSameParts(upToDate(row, last.listed(from)), listed);
	return {
		told: toldWith(last.told(from), (values) => upToDate(row, values)),
		listed,
		wasOpen: !last.isDone(from),
		tries: isEdited ? UNTRIED : last.tries(from),
	};
}

/** The same if the list has not changed since, but what was told of it. */
export const knownAgain = (table: Table, row: number, told: Told): Known => ({
	told,
	listed: table.listed(row),
	wasOpen: true,
	tries: table.tries(row),
});
