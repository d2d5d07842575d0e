import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';
import { numbering } from './numbering';

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
	const present = personFields.filter((name) => Object.hasOwn(lead, name));
	return { ...Object.fromEntries(present.map((name) => [name, lead[name]])), ...lead };
}

/**
 * The lead with `leadKey` first: its identity, followed by its number from the second lead of an identity on. Then the
 * fields about the person.
 */
export function withLeadKey(lead: IDataObject, number: number): IDataObject {
	const identity = leadIdentity(lead);
	const leadKey = number > 1 ? `${identity}#${number}` : identity;
	// Also in place of a field of that name.
	return { ...{ leadKey }, ...personFirst(lead), leadKey };
}

/** The numbers of the leads that are not the first of their identity, in the order of the list. */
export function laterNumbers(leads: IDataObject[]): Map<IDataObject, number> {
	const later = new Map<IDataObject, number>();
	numbering(leads, leadIdentity).forEach((number, index) => {
		if (number > 1) later.set(leads[index], number);
	});
	return later;
}
