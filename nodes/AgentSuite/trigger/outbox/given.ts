/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import type { IDataObject } from 'n8n-workflow';

import type { Due } from '../table/asker';
import type { PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { inDoubtIf, perhapsAlso, toldWith, type Told } from '../table/told';
import type { Tells } from './verdict';

/** A record in an execution. */
export interface Given {
	/** As the last list has it. Undefined while it is off the list. */
	readonly record?: IDataObject;
	/** What the execution was given. */
	readonly values: PartValues;
	/** What the workflow was told before its start. */
	readonly toldBefore: Told;
	/** Whether an execution with other values has started or ended since its start. So nobody knows what was written last. */
	isOvertaken: boolean;
}

/** What an execution is given of a record that is due. */
export const givenOf = (table: Table, { row, record }: Pick<Due, 'row' | 'record'>): Given => ({
	record,
	values: table.listed(row),
	toldBefore: table.told(row),
	isOvertaken: false,
});

/**
 * What the workflow counts as told once an execution has started or ended (`Tells`):
 *
 *                     it counts until then as told
 *     tells           nothing               values, or perhaps more
 *     given           what it was given *   what it was given *
 *     perhapsGiven    nothing               the same, perhaps more unless it was given the same
 *     beforeStart     nothing               as before the start *
 *     unchanged       nothing               the same
 *
 *     * perhaps more if it is overtaken
 *
 * @param current what it counts until then as told
 */
export function toldFrom(
	tells: Tells,
	{ values, toldBefore, isOvertaken }: Given,
	current: Told,
): Told {
	switch (tells) {
		case 'given':
			return inDoubtIf(isOvertaken, { knows: 'values', values });
		case 'perhapsGiven':
			return perhapsAlso(current, values);
		case 'beforeStart':
			if (current.knows === 'nothing') return current;
			return inDoubtIf(isOvertaken, toldBefore);
		case 'unchanged':
			return current;
	}
}

/**
 * The same after the next list.
 * @param record as that has it
 * @param update earlier values of it, as if it always had what is ignored
 */
export const givenAfter = (
	given: Given,
	record: IDataObject | undefined,
	update: (earlier: PartValues) => PartValues,
): Given => ({
	...given,
	record,
	values: update(given.values),
	toldBefore: toldWith(given.toldBefore, update),
});
