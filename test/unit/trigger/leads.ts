import type { IDataObject } from 'n8n-workflow';

import type { Table } from '../../../nodes/AgentSuite/trigger/table/table';

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

/** Rows of which the workflow has to be told, or was perhaps told, something else. */
export const untoldRows = (table: Table): number[] =>
	[...table.rows.identities.keys()].filter((row) => !table.isDone(row));
