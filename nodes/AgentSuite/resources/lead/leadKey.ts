import type { IDataObject } from 'n8n-workflow';

import { numbering } from './numbering';

/**
 * A lead is identified by its conversation, which stays the same when the lead is edited. Several leads can share one.
 * A lead without a conversation is identified by its first contact field.
 */
export function leadIdentity(lead: IDataObject): string {
	const text = (name: string) => String(lead[name] ?? '').trim();
	return (
		text('agentConversationId') ||
		text('email').toLowerCase() ||
		text('phone').replace(/\D/g, '') ||
		`${text('firstName')} ${text('lastName')}`.trim().toLowerCase()
	);
}

/** The lead with `leadKey`: its identity, followed by its number from the second lead of an identity on. */
export function withLeadKey(lead: IDataObject, number: number): IDataObject {
	const identity = leadIdentity(lead);
	return { ...lead, leadKey: number > 1 ? `${identity}#${number}` : identity };
}

/** The numbers of each list that is still in use, so that a list is only numbered once for many items. */
const numbered = new WeakMap<IDataObject[], Map<IDataObject, number>>();

/** Numbers a list, with pauses. */
export function* numberLeads(leads: IDataObject[]): Generator<void, void> {
	if (numbered.has(leads)) return;
	const numbers = yield* numbering(leads, leadIdentity);
	const later = new Map<IDataObject, number>();
	numbers.forEach((number, index) => {
		if (number > 1) later.set(leads[index], number);
	});
	numbered.set(leads, later);
}

/** The numbers of the leads that are not the first of their identity, in the order of the list. */
export function laterNumbers(leads: IDataObject[]): Map<IDataObject, number> {
	Array.from(numberLeads(leads));
	return numbered.get(leads) ?? new Map();
}
