/**
 * The field `leadKey`, which is ours, because a list of the service shows leads without an ID: the identity of a lead, followed by
 * a suffix if another lead has the same one, such as "conv_7f3a91#9b1f04ce". The suffix is a hash of the first contact that is not
 * the identity. If another lead has that one too:
 *
 * - The trigger remembers suffixes, so it takes the next free number (`trigger/table/suffixes.ts`). A lead that was the only one of
 *   its identity when it was new stays without one.
 * - Get Many remembers nothing, so the order of the list must not decide (`listedKeys.ts`).
 */

import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../../model/hash';
import { textOf } from '../../model/record';
import { foldText, trimmed } from '../../define/fold';
import { foldPhone } from './foldPhone';
import { personFirst } from './personFirst';

/** What identifies the person: an email address most reliably, then a phone number, then a name. */
const contactsOf = ({ email, phone, firstName, lastName }: IDataObject): string[] => [
	foldText(email),
	foldPhone(phone),
	foldText(`${textOf(firstName).trim()} ${textOf(lastName).trim()}`),
];

const firstOf = (texts: string[]): string => texts.find(Boolean) ?? '';

/**
 * A lead is identified by its conversation, which stays the same when the lead is edited. Several leads can share one.
 * A lead without a conversation is identified by its first contact field.
 */
export const leadIdentity = (lead: IDataObject): string =>
	trimmed(lead.agentConversationId) || firstOf(contactsOf(lead));

/** The contacts that can tell the leads of an identity apart. */
export function otherContactsOf(lead: IDataObject): string[] {
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
