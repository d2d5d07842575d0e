/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Execution } from './executions';
import type { Verdict } from './verdict';

/** A record in an execution. */
export interface Given {
	/** What the execution was given. */
	values: PartValues;
	/** With retries off, what the workflow was told before its start, for an execution that n8n could not start. */
	toldBefore?: Told;
}

/** An execution starts with the record of a row, as the list has it. */
export function tellAtStart(table: Table, row: number, retries: boolean): Given {
	const values = table.listed(row);
	const told = table.told(row);
	table.tell(row, retries ? perhapsAlso(told, values) : { knows: 'values', values });
	return { values, toldBefore: retries ? undefined : told };
}

/** It ends. */
export function tellAtEnd(
	table: Table,
	{ records, retries, isLate }: Execution,
	told: Verdict['told'],
): void {
	for (const [row, given] of records) {
		// After its lease, another one can have passed on other values, before or after these.
		const isUnclear = retries && isLate && !isSameParts(given.values, table.listed(row));
		table.tell(row, toldAtEnd(told, given, table.told(row), isUnclear));
	}
}

/** @param now what the workflow counts as told when the execution ends @returns what it counts as told from then on */
function toldAtEnd(
	verdict: Verdict['told'],
	{ values, toldBefore }: Given,
	now: Told,
	isUnclear: boolean,
): Told {
	switch (verdict) {
		case 'given':
			return { knows: isUnclear ? 'perhapsMore' : 'values', values };
		case 'beforeStart':
			// Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return toldBefore ? perhapsAlso(toldBefore, values) : now;
		case 'unchanged':
			return isUnclear ? perhapsAlso(now, values) : now;
	}
}

/** The same in the table of the next list. @param update earlier values of its record, as if it always had what is ignored */
export const givenWith = (
	{ values, toldBefore }: Given,
	update: (earlier: PartValues) => PartValues,
): Given => ({
	values: update(values),
	toldBefore: toldBefore && toldWith(toldBefore, update),
});
