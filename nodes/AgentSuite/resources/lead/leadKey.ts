/**
 * The field `leadKey`, which is ours, because a list of the service shows leads without an ID. It is the identity, `conv_7f3a91`. Leads
 * that share one also have a suffix, `conv_7f3a91#9b1f04ce`: a hash of the first contact that is not the identity. If they share that
 * too, the trigger takes the next free number, and remembers it (`trigger/table/suffixes.ts`). Get Many remembers nothing, so it takes a
 * hash of all contacts, by which the order of the list decides nothing. Only of leads that share all contacts, or have none, it does: they
 * are numbered, from `#00000001` if they have none.
 *
 * Three leads of a list, two of one conversation, and one without:
 *
 *     agentConversationId  email            leadKey of Get Many   leadKey of the trigger
 *     conv_7f3a91          ana@example.com  conv_7f3a91#7efc7c62  conv_7f3a91           if Ben was not there when Ana was new
 *     conv_7f3a91          ben@example.com  conv_7f3a91#40082496  conv_7f3a91#40082496
 *                          Cy@example.com   cy@example.com        cy@example.com
 */

import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../../records/hash';
import { groupBy, textOf } from '../../records/record';
import { freeSuffix } from '../../records/suffix';
import { foldText, trimmed } from '../../texts/fold';
import { foldPhone } from './foldPhone';
import { personFirst } from './personFirst';

/** What identifies the person: an email address most reliably, then a phone number, then a name. */
const contactsOf = ({ email, phone, firstName, lastName }: IDataObject): string[] => [
	foldText(email),
	foldPhone(phone),
	foldText(`${textOf(firstName).trim()} ${textOf(lastName).trim()}`),
];

const firstOf = (texts: string[]): string => texts.find(Boolean) ?? '';

/** The conversation stays the same when the lead is edited. Several leads can share one. */
export const leadIdentity = (lead: IDataObject): string =>
	trimmed(lead.agentConversationId) || firstOf(contactsOf(lead));

/** The contacts that can tell the leads of an identity apart. */
function otherContactsOf(lead: IDataObject): string[] {
	const identity = leadIdentity(lead);
	return contactsOf(lead).filter((contact) => contact !== identity);
}

/** A hash, so that the trigger stores no contact. */
export const leadSuffix = (lead: IDataObject): number => hashOf(firstOf(otherContactsOf(lead)));

/** An identity that looks like one with a suffix gets one too, so that no two leads have the same key. */
const SUFFIXED = /#[0-9a-f]{8}$/;

function leadKeyOf(lead: IDataObject, suffix: number): string {
	const identity = leadIdentity(lead);
	const isAlone = suffix === 0 && !SUFFIXED.test(identity);
	return isAlone ? identity : `${identity}#${suffix.toString(16).padStart(8, '0')}`;
}

/** @param suffix 0 for a lead that is the only one of its identity, or was when it was new */
export const withLeadKey = (lead: IDataObject, suffix: number): IDataObject =>
	personFirst(lead, { leadKey: leadKeyOf(lead, suffix) });

/** The leads of a list, each with its key, for Get Many. */
export function withLeadKeys(leads: IDataObject[]): IDataObject[] {
	const byIdentity = [...groupBy(leads, leadIdentity).values()];
	const suffixes = new Map(byIdentity.flatMap(suffixesOf));
	return leads.map((lead) => withLeadKey(lead, suffixes.get(lead) ?? 0));
}

/**
 * The suffixes of leads that share an identity. One that is listed twice is one lead, and alone it needs none. Only leads that also share
 * all contacts take the next free number.
 */
function suffixesOf(sharing: IDataObject[]): Array<[lead: IDataObject, suffix: number]> {
	if (sharing.length === 1) return [];
	const different = [...groupBy(sharing, textOf).values()];
	if (different.length === 1) return [];
	const taken = new Set<number>();
	return wantedSuffixes(different.map(([lead]) => lead)).flatMap((wanted, index) => {
		const suffix = freeSuffix(wanted, taken);
		taken.add(suffix);
		return different[index].map((lead): [IDataObject, number] => [lead, suffix]);
	});
}

/** The suffix of each lead, or the hash of all its contacts, if it has any, and another lead has the same suffix. */
function wantedSuffixes(leads: IDataObject[]): number[] {
	const suffixes = leads.map(leadSuffix);
	const counts = new Map<number, number>();
	for (const suffix of suffixes) counts.set(suffix, (counts.get(suffix) ?? 0) + 1);
	return leads.map((lead, index) => {
		const suffix = suffixes[index];
		const contacts = otherContactsOf(lead);
		return counts.get(suffix) === 1 || !contacts.some(Boolean)
			? suffix
			: hashOf(contacts.join('\n'));
	});
}
