import type { IDataObject } from 'n8n-workflow';

import { pickFields } from '../../records/record';

/** The documented fields about the person, which a user looks for first. */
const personFields = ['firstName', 'lastName', 'email', 'phone', 'status'];

/** A new record: the fields of the node, those about the person, and all others in the order of the service. */
export const personFirst = (lead: IDataObject, own: IDataObject): IDataObject => ({
	...own,
	...pickFields(lead, personFields),
	...lead,
	// Again, because the service can have fields of these names.
	...own,
});
