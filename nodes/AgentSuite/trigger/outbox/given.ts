/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Tells } from './verdict';

/** A record in an execution. */
export interface Given {
	/** What the execution was given. */
	readonly values: PartValues;
	/** What the workflow was told before its start, for an execution that n8n could not start. */
	readonly toldBefore: Told;
	/** Whether an execution with other values has started since, so that these were perhaps not written last. Only so if this one is late. */
	readonly isOvertaken: boolean;
}

/** An execution starts with the record of a row, as the list has it. */
export function tellAtStart(table: Table, row: number, retries: boolean): Given {
	const values = table.listed(row);
	const toldBefore = table.told(row);
	table.tell(row, retries ? perhapsAlso(toldBefore, values) : { knows: 'values', values });
	return { values, toldBefore, isOvertaken: false };
}

/** It ends. @param records by row */
export function tellAtEnd(table: Table, records: ReadonlyMap<number, Given>, tells: Tells): void {
	for (const [row, given] of records) table.tell(row, toldAtEnd(tells, given, table.told(row)));
}

/** The same once another execution starts with these values of a record, after the lease of this one. */
export const givenBefore = (given: Given, others: PartValues): Given => ({
	...given,
	// The end of this one takes nothing back of that.
	toldBefore: { knows: 'values', values: others },
	isOvertaken: given.isOvertaken || !isSameParts(given.values, others),
});

/** @param now what the workflow counts as told when the execution ends @returns what it counts as told from then on */
function toldAtEnd(tells: Tells, { values, toldBefore, isOvertaken }: Given, now: Told): Told {
	switch (tells) {
		case 'given':
			return { knows: isOvertaken ? 'perhapsMore' : 'values', values };
		case 'perhaps':
			// It can have passed on its values without a success, after those that the workflow was told since.
			return isOvertaken ? perhapsAlso(now, values) : now;
		case 'beforeStart':
			// Unless it was told more since, or is to be told anew. Perhaps, so that it goes in pieces, and what never starts is not tried at
			// each poll.
			return isOvertaken || now.knows === 'nothing' ? now : perhapsAlso(toldBefore, values);
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
