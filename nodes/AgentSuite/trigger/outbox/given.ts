/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Verdict } from './verdict';

/** A record in an execution. */
export interface Given {
	/** What the execution was given. */
	readonly values: PartValues;
	/** With retries off, what the workflow was told before its start, for an execution that n8n could not start. */
	readonly toldBefore?: Told;
	/** Whether an execution with other values has started since, so that these were perhaps not written last. Only so if this one is late. */
	readonly isOvertaken: boolean;
}

/** An execution starts with the record of a row, as the list has it. */
export function tellAtStart(table: Table, row: number, retries: boolean): Given {
	const values = table.listed(row);
	const told = table.told(row);
	table.tell(row, retries ? perhapsAlso(told, values) : { knows: 'values', values });
	return { values, toldBefore: retries ? undefined : told, isOvertaken: false };
}

/** It ends. @param records by row */
export function tellAtEnd(
	table: Table,
	records: ReadonlyMap<number, Given>,
	tells: Verdict['tells'],
): void {
	for (const [row, given] of records) table.tell(row, toldAtEnd(tells, given, table.told(row)));
}

/** The same once another execution starts with a record, after the lease of this one. @param retries of this one */
export const givenBefore = (given: Given, values: PartValues, retries: boolean): Given => ({
	values: given.values,
	// The workflow is told more now than before the start of this one.
	toldBefore: undefined,
	isOvertaken: given.isOvertaken || (retries && !isSameParts(given.values, values)),
});

/** @param now what the workflow counts as told when the execution ends @returns what it counts as told from then on */
function toldAtEnd(
	tells: Verdict['tells'],
	{ values, toldBefore, isOvertaken }: Given,
	now: Told,
): Told {
	switch (tells) {
		case 'given':
			return { knows: isOvertaken ? 'perhapsMore' : 'values', values };
		case 'beforeStart':
			// Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return toldBefore ? perhapsAlso(toldBefore, values) : now;
		case 'unchanged':
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
