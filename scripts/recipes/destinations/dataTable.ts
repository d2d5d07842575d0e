import { createTable, upsertRow, type DataTable } from '../nodes';
import { nodeReason, row, type Destination } from '../skeleton';
import { fields, leadColumns } from '../waiting';

const crm: DataTable = { name: 'CRM leads', columns: leadColumns };

const name = 'Create or update in CRM';

/** A data table in place of a CRM, because it needs no other account. */
export const dataTable: Destination = {
	file: 'lead-sync',
	title: 'a data table',
	table: 'Leads on their way',
	purpose: `Keeps one row of the data table **${crm.name}** per lead of your agents up to date.`,
	steps: [],
	remarks: `The data table **${crm.name}** takes the place of your CRM. Replace **${name}** with the node of your CRM.`,
	width: 1,
	prepare: (position) => createTable('Create CRM table if missing', position, crm),
	nodes: (place) => [
		{
			...upsertRow(name, place(0, 0), crm, [['leadKey', 'eq', '={{ $json.leadKey }}']], {
				leadKey: '={{ $json.leadKey }}',
				...Object.fromEntries(fields.map((field) => [field, `={{ $json.${field} }}`])),
			}),
			onError: 'continueErrorOutput',
		},
	],
	links: ({ arrived, failed }) => [
		[name, arrived, 0],
		[name, failed, 1],
	],
	first: name,
	arrived: `$json.content === undefined && $json.leadKey === ${row}.leadKey`,
	recordId: '$json.id',
	reason: nodeReason,
};
