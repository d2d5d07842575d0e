import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../model/record';
import { groupBy } from '../search';
import { personFirst } from './resource';

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

/** An identity that looks like one with a number gets its number too, so that no two leads have the same key. */
const NUMBERED = /#\d+$/;

/** What the field is for, where users see it. */
export const leadKeyMeaning =
	'Identifies a lead. Without a conversation, it changes with the email or phone. Match on it to update the lead in another system';

/** The identity of a lead, followed by its number from the second lead of an identity on. */
function leadKeyOf(lead: IDataObject, number: number): string {
	const identity = leadIdentity(lead);
	return number > 1 || NUMBERED.test(identity) ? `${identity}#${number}` : identity;
}

/** The lead with `leadKey` first. */
export function withLeadKey(lead: IDataObject, number: number): IDataObject {
	const leadKey = leadKeyOf(lead, number);
	// Also in place of a field of that name.
	return personFirst({ ...lead, leadKey }, { leadKey });
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

/** The leads of a list, each with its key. */
export function withLeadKeys(leads: IDataObject[]): IDataObject[] {
	const numbers = laterNumbers(leads);
	return leads.map((lead) => withLeadKey(lead, numbers.get(lead) ?? 1));
}
