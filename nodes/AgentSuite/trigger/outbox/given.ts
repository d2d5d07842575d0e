/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import type { IDataObject } from 'n8n-workflow';

import type { Due } from '../table/asker';
import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
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
 *     tells           nothing               values                            perhaps more
 *     onlyGiven       what it was given     what it was given                 what it was given
 *     given           what it was given *   what it was given, perhaps more   what it was given *
 *                                           unless these are the same
 *     perhapsGiven    nothing               the same, perhaps more unless     the same
 *                                           it was given the same
 *     beforeStart     nothing               before the start, perhaps more    the same as for values
 *                                           unless it was given the same
 *     unchanged       nothing               the same                          the same
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
		case 'onlyGiven':
			return { knows: 'values', values };
		case 'given': {
			const isUnclear =
				current.knows === 'values' ? !isSameParts(values, current.values) : isOvertaken;
			return { knows: isUnclear ? 'perhapsMore' : 'values', values };
		}
		case 'perhapsGiven':
			return perhapsAlso(current, values);
		case 'beforeStart':
			// Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return current.knows === 'nothing' ? current : perhapsAlso(toldBefore, values);
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
