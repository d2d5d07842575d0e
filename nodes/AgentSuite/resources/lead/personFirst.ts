import type { IDataObject } from 'n8n-workflow';

import type { Part } from '../../model/watchedList';
import { pickFields } from '../../records/record';

/**
 * The documented fields about the person, which a user looks for first, as the trigger compares them: one by one. Another order would
 * change what is stored, and triggers would start over.
 */
export const personParts = [
	{ name: 'firstName', isName: true },
	{ name: 'lastName', isName: true },
	{ name: 'email', isAlternateKey: true },
	{ name: 'phone', isAlternateKey: true },
	{ name: 'status', isLiteral: true },
] as const satisfies readonly Part[];

export const personFields: string[] = personParts.map(({ name }) => name);

/** A new record: the fields of the node, those about the person, and all others in the order of the service. */
export const personFirst = (lead: IDataObject, own: IDataObject): IDataObject => ({
	...own,
	...pickFields(lead, personFields),
	...lead,
	// Again, because the service can have fields of these names.
	...own,
});
