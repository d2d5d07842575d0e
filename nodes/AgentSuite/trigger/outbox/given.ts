/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Verdict } from './verdict';

/** A record in an execution. */
export interface Given {
	/** What the execution was given. */
	values: PartValues;
	/** With retries off, what the workflow was told before its start, for an execution that n8n could not start. */
	toldBefore?: Told;
	/**
	 * With retries on, whether an execution with other values has started or ended since, so that these were perhaps not written last.
	 * Only so if one of the two is late.
	 */
	isOvertaken: boolean;
}

/** An execution starts with the record of a row, as the list has it. */
export function tellAtStart(table: Table, row: number, retries: boolean): Given {
	const values = table.listed(row);
	const told = table.told(row);
	table.tell(row, retries ? perhapsAlso(told, values) : { knows: 'values', values });
	return { values, toldBefore: retries ? undefined : told, isOvertaken: false };
}

/** It ends. */
export const tellAtEnd = (
	table: Table,
	row: number,
	given: Given,
	{ told }: Pick<Verdict, 'told'>,
): void => table.tell(row, toldAtEnd(told, given, table.told(row)));

/** @param now what the workflow counts as told when the execution ends @returns what it counts as told from then on */
function toldAtEnd(verdict: Verdict['told'], given: Given, now: Told): Told {
	const { values, isOvertaken, toldBefore } = given;
	switch (verdict) {
		case 'given':
			return { knows: isOvertaken ? 'perhapsMore' : 'values', values };
		case 'beforeStart':
			// Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return toldBefore ? perhapsAlso(toldBefore, values) : now;
		case undefined:
			// It can have passed on its values without a success, after those that the workflow was told since.
			return isOvertaken ? perhapsAlso(now, values) : now;
	}
}

/** The same in the table of the next list. @param update earlier values of its record, as if it always had what is ignored */
export const givenWith = (
	{ values, toldBefore, isOvertaken }: Given,
	update: (earlier: PartValues) => PartValues,
): Given => ({
	values: update(values),
	toldBefore: toldBefore && toldWith(toldBefore, update),
	isOvertaken,
});

/** An execution with other values starts or ends: it writes them from now on, or perhaps has just written them. */
export function overtake(given: Given, values: PartValues): void {
	if (!isSameParts(given.values, values)) given.isOvertaken = true;
}
