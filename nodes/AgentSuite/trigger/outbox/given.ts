/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { wasToldOthers, perhapsAlso, toldWith, type Told } from '../table/told';
import type { Tells } from './verdict';

/** A record in an execution. */
export interface Given {
	/** What the execution was given. */
	readonly values: PartValues;
	/** What the workflow was told before its start. */
	readonly toldBefore: Told;
}

/** What an execution is given of the record of a row. */
export const givenOf = (table: Table, row: number): Given => ({
	values: table.listed(row),
	toldBefore: table.told(row),
});

/** It starts, or ends. @param records by row */
export function tell(table: Table, records: ReadonlyMap<number, Given>, tells: Tells): void {
	for (const [row, given] of records) table.tell(row, toldFrom(tells, given, table.told(row)));
}

/** Whether it was told others for certain since the start, also if it was perhaps told more after that. */
function wasToldOthersSince({ values, toldBefore }: Given, now: Told): boolean {
	if (now.knows !== 'perhapsMore') return wasToldOthers(values, now);
	const isAsBefore = toldBefore.knows !== 'nothing' && isSameParts(toldBefore.values, now.values);
	return !isAsBefore && !isSameParts(values, now.values);
}

/** @param now what the workflow counts as told until then @returns what it counts as told from then on */
function toldFrom(tells: Tells, given: Given, now: Told): Told {
	const { values, toldBefore } = given;
	switch (tells) {
		case 'onlyGiven':
			return { knows: 'values', values };
		case 'given':
			return { knows: wasToldOthersSince(given, now) ? 'perhapsMore' : 'values', values };
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
