/**
 * The keys of the leads that Get Many lists. It remembers nothing, and the order of the list must not decide: each lead that shares
 * its identity has a suffix, and those with the same suffix get a hash of all their contacts instead. Only if these are the same
 * too, one takes the next free number.
 */

import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../../model/hash';
import { textOf } from '../../model/record';
import { freeSuffix } from '../../model/suffix';
import { groupBy } from '../../define/groupBy';
import { leadIdentity, leadSuffix, otherContactsOf, withLeadKey } from './leadKey';

/** The leads of a list, each with its key. */
export function withLeadKeys(leads: IDataObject[]): IDataObject[] {
	const suffixes = new Map<IDataObject, number>();
	for (const sharing of groupBy(leads, leadIdentity).values()) {
		if (sharing.length > 1) addSuffixes(sharing, suffixes);
	}
	return leads.map((lead) => withLeadKey(lead, suffixes.get(lead) ?? 0));
}

/** Adds the suffixes of leads that share an identity. One that is listed twice is one lead, and alone it needs none. */
function addSuffixes(sharing: IDataObject[], suffixes: Map<IDataObject, number>): void {
	const different = [...groupBy(sharing, textOf).values()];
	if (different.length === 1) return;
	const wanted = wantedSuffixes(different.map(([lead]) => lead));
	const taken = new Set<number>();
	for (const [index, copies] of different.entries()) {
		const suffix = freeSuffix(wanted[index], taken);
		taken.add(suffix);
		for (const lead of copies) suffixes.set(lead, suffix);
	}
}

/** The hash of the first contact of each lead, or of all its contacts if another lead has the same first one. */
function wantedSuffixes(leads: IDataObject[]): number[] {
	const counts = new Map<number, number>();
	for (const suffix of leads.map(leadSuffix)) counts.set(suffix, (counts.get(suffix) ?? 0) + 1);
	return leads.map((lead) => {
		const suffix = leadSuffix(lead);
		return counts.get(suffix) === 1 ? suffix : hashOf(otherContactsOf(lead).join('\n'));
	});
}
