/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Tells } from './verdict';

/** A record in an execution. */
export interface Given {
	/** What the execution was given. */
	readonly values: PartValues;
	/** What the workflow was told before its start. */
	readonly toldBefore: Told;
	/** Whether another execution with others has started or succeeded since its start. So nobody knows what was written last. */
	othersSince: boolean;
}

/** What an execution is given of the record of a row. */
export const givenOf = (table: Table, row: number): Given => ({
	values: table.listed(row),
	toldBefore: table.told(row),
	othersSince: false,
});

/** It starts, or ends. @param now what the workflow counts as told until then @returns what it counts as told from then on */
export function toldFrom(
	tells: Tells,
	{ values, toldBefore, othersSince }: Given,
	now: Told,
): Told {
	switch (tells) {
		case 'onlyGiven':
			return { knows: 'values', values };
		case 'given': {
			// What it was told for certain by now decides: by an execution, or by a list that does not match the event.
			const isUnclear = now.knows === 'values' ? !isSameParts(values, now.values) : othersSince;
			return { knows: isUnclear ? 'perhapsMore' : 'values', values };
		}
		case 'perhapsGiven':
			return perhapsAlso(now, values);
		case 'beforeStart':
			// Unless it is to be told anew. Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return now.knows === 'nothing' ? now : perhapsAlso(toldBefore, values);
		case 'unchanged':
			return now;
	}
}

/** The same in the table of the next list. @param update earlier values of its record, as if it always had what is ignored */
export const givenWith = (given: Given, update: (earlier: PartValues) => PartValues): Given => ({
	...given,
	values: update(given.values),
	toldBefore: toldWith(given.toldBefore, update),
});
