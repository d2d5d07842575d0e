/** What an execution is given of a record, and what its start and its end say that the workflow was told. */

import { isSameParts, type PartValues } from '../table/rows';
import type { Table } from '../table/table';
import { perhapsAlso, toldWith, type Told } from '../table/told';
import type { Verdict } from './verdict';

/** A record in an execution. */
export type Given = {
	/** What the execution was given. */
	readonly values: PartValues;
} & (WithRetries | WithoutRetries);

interface WithRetries {
	readonly retries: true;
	/** Whether an execution with other values has started since, so that these were perhaps not written last. Only so if this one is late. */
	readonly isOvertaken: boolean;
}

interface WithoutRetries {
	readonly retries: false;
	/** What the workflow was told before its start, for an execution that n8n could not start. Undefined once it was told more. */
	readonly toldBefore?: Told;
}

/** An execution starts with the record of a row, as the list has it. */
export function tellAtStart(table: Table, row: number, retries: boolean): Given {
	const values = table.listed(row);
	const told = table.told(row);
	table.tell(row, retries ? perhapsAlso(told, values) : { knows: 'values', values });
	return retries ? { values, retries, isOvertaken: false } : { values, retries, toldBefore: told };
}

/** It ends. @param records by row */
export function tellAtEnd(
	table: Table,
	records: ReadonlyMap<number, Given>,
	tells: Verdict['tells'],
): void {
	for (const [row, given] of records) table.tell(row, toldAtEnd(tells, given, table.told(row)));
}

/** The same once another execution starts with these values of a record, after the lease of this one. */
export function givenBefore(given: Given, others: PartValues): Given {
	if (!given.retries) return { ...given, toldBefore: undefined };
	return { ...given, isOvertaken: given.isOvertaken || !isSameParts(given.values, others) };
}

/** The same for another event or filter: what n8n could not start does not go again. */
export const givenForOther = (given: Given): Given =>
	given.retries ? given : { ...given, toldBefore: undefined };

/** @param now what the workflow counts as told when the execution ends @returns what it counts as told from then on */
function toldAtEnd(tells: Verdict['tells'], given: Given, now: Told): Told {
	const { values } = given;
	const isOvertaken = given.retries && given.isOvertaken;
	const toldBefore = given.retries ? undefined : given.toldBefore;
	switch (tells) {
		case 'given':
			return { knows: isOvertaken ? 'perhapsMore' : 'values', values };
		case 'beforeStart':
			// Unless it is to be told anew meanwhile. Perhaps, so that it goes in pieces, and what never starts is not tried at each poll.
			return toldBefore && now.knows !== 'nothing' ? perhapsAlso(toldBefore, values) : now;
		case 'unchanged':
			// It can have passed on its values without a success, after those that the workflow was told since.
			return isOvertaken ? perhapsAlso(now, values) : now;
	}
}

/** The same in the table of the next list. @param update earlier values of its record, as if it always had what is ignored */
export function givenWith(given: Given, update: (earlier: PartValues) => PartValues): Given {
	const values = update(given.values);
	if (given.retries) return { ...given, values };
	return { ...given, values, toldBefore: given.toldBefore && toldWith(given.toldBefore, update) };
}
