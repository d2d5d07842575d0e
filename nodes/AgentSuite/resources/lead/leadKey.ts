import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';

/**
 * A lead is identified by its conversation, which stays the same when the lead is edited. Several leads can share one.
 * A lead without a conversation is identified by its first contact field.
 */
export function leadIdentity(lead: IDataObject): string {
	const text = (name: string) => textOf(lead[name]).trim();
	return (
		text('agentConversationId') ||
		text('email').toLowerCase() ||
		text('phone').replace(/\D/g, '') ||
		`${text('firstName')} ${text('lastName')}`.trim().toLowerCase()
	);
}

/** What a user looks for first. */
const personFields = ['firstName', 'lastName', 'email', 'phone', 'status'];

/** The lead with the fields about the person first. All others keep the order of the service. */
export function personFirst(lead: IDataObject): IDataObject {
	return inOrder({}, lead);
}

/** A new record: the fields of `first`, those about the person, and all others. Lists are long, so without iterators. */
function inOrder(first: IDataObject, lead: IDataObject): IDataObject {
	for (const name of personFields) if (Object.hasOwn(lead, name)) first[name] = lead[name];
	return { ...first, ...lead };
}

/**
 * The lead with `leadKey` first: its identity, followed by its number from the second lead of an identity on. Then the
 * fields about the person.
 */
export function withLeadKey(lead: IDataObject, number: number): IDataObject {
	const identity = leadIdentity(lead);
	const leadKey = number > 1 ? `${identity}#${number}` : identity;
	const output = inOrder({ leadKey }, lead);
	// Also in place of a field of that name.
	output.leadKey = leadKey;
	return output;
}

/**
 * Numbers the records with the same identity from 1, in the order of the list. A record that is listed twice gets one
 * number.
 */
function numbering(records: IDataObject[], identity: (record: IDataObject) => string): number[] {
	/** The first record of an identity, or if there are several, the number of each by its text. */
	const known = new Map<string, number | Map<string, number>>();
	const numbers: number[] = [];
	for (const [index, record] of records.entries()) {
		const key = identity(record);
		const others = known.get(key);
		if (others === undefined) {
			known.set(key, index);
			numbers.push(1);
			continue;
		}
		const same = typeof others === 'number' ? new Map([[textOf(records[others]), 1]]) : others;
		known.set(key, same);
		const text = textOf(record);
		const number = same.get(text) ?? same.size + 1;
		same.set(text, number);
		numbers.push(number);
	}
	return numbers;
}

/** The numbers of the leads that are not the first of their identity, in the order of the list. */
export function laterNumbers(leads: IDataObject[]): Map<IDataObject, number> {
	const later = new Map<IDataObject, number>();
	numbering(leads, leadIdentity).forEach((number, index) => {
		if (number > 1) later.set(leads[index], number);
	});
	return later;
}
