import type { IDataObject } from 'n8n-workflow';

import { leads } from '../../../nodes/AgentSuite/resources/lead/leads';
import { difference } from '../../../nodes/AgentSuite/trigger/difference/difference';
import { partNames, type SnapshotOrigin } from '../../../nodes/AgentSuite/trigger/snapshot';

let made = 0;
/** A lead like no other, of a conversation or of none. */
export function lead(conversation: string | null, more: IDataObject = {}): IDataObject {
	made++;
	return {
		...(conversation !== null && { agentConversationId: conversation }),
		clientOrgId: 'org_1',
		firstName: `First${made}`,
		lastName: `Last${made}`,
		email: `lead${made}@example.com`,
		phone: `+1 555 ${made}`,
		status: 'interested',
		...more,
	};
}

/** A snapshot of these leads. */
export const snapshotOf = (records: IDataObject[]) =>
	difference(leads, records, { today: 20_000 }).snapshot;

/** Where the snapshot of a test comes from. */
export const origin: SnapshotOrigin = {
	revision: 1,
	list: 'leads',
	parts: partNames(leads),
	node: 'n',
	credential: 'c',
	owner: 'org',
	scope: 's',
};
