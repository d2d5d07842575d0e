import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';
import { groupBy } from '../list';

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

/** What a user looks for first, and the trigger compares one by one. */
export const personFields = ['firstName', 'lastName', 'email', 'phone', 'status'];

/** A new record: the fields of `first`, those about the person, and all others in the order of the service. */
export function personFirst(lead: IDataObject, first: IDataObject = {}): IDataObject {
	for (const name of personFields) if (Object.hasOwn(lead, name)) first[name] = lead[name];
	return { ...first, ...lead };
}

/** An identity that looks like one with a number gets its number too, so that no two leads have the same key. */
const NUMBERED = /#\d+$/;

/** The lead with `leadKey` first: its identity, followed by its number from the second lead of an identity on. */
export function withLeadKey(lead: IDataObject, number: number): IDataObject {
	const identity = leadIdentity(lead);
	const leadKey = number > 1 || NUMBERED.test(identity) ? `${identity}#${number}` : identity;
	const output = personFirst(lead, { leadKey });
	// Also in place of a field of that name.
	output.leadKey = leadKey;
	return output;
}

/** The numbers of the leads that are not the first of their identity. A lead that is listed twice has one number. */
export function laterNumbers(leads: IDataObject[]): Map<IDataObject, number> {
	const later = new Map<IDataObject, number>();
	for (const group of groupBy(leads, leadIdentity).values()) {
		if (group.length === 1) continue;
		const numbers = new Map<string, number>();
		for (const lead of group) {
			const text = textOf(lead);
			const number = numbers.get(text) ?? numbers.size + 1;
			numbers.set(text, number);
			if (number > 1) later.set(lead, number);
		}
	}
	return later;
}
