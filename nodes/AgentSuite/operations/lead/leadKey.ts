import type { IDataObject } from 'n8n-workflow';

import { numberRecords } from '../../model/numbering';

/**
 * What stays the same when a lead is edited: its conversation. Several leads can share one. A lead without a
 * conversation falls back on the first contact field that it has.
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

/** The lead with `leadKey`: its identity. From the second lead of one identity on followed by its number. */
export function withLeadKey(lead: IDataObject, number: number): IDataObject {
	const identity = leadIdentity(lead);
	return { ...lead, leadKey: number > 1 ? `${identity}#${number}` : identity };
}

/** Of each list that is still in use, so that many items that look into one list number it once. */
const numbered = new WeakMap<IDataObject[], Map<IDataObject, number>>();

/** The numbers of the leads that are not the first of their identity, in the order of the list. */
export function laterNumbers(leads: IDataObject[]): Map<IDataObject, number> {
	const known = numbered.get(leads);
	if (known) return known;
	const later = new Map<IDataObject, number>();
	numberRecords(leads, leadIdentity).forEach((number, index) => {
		if (number > 1) later.set(leads[index], number);
	});
	numbered.set(leads, later);
	return later;
}
