/** Reads the result of the lead sync from n8n's data table and compares it with the service's leads. */
import Table from 'cli-table3';
import type { Rest } from './rest';
import { readTable, type Row } from './tables';

/** The data table of examples/lead-sync.json, which stands for the CRM. */
export const tableName = 'CRM leads';

/** What a lead sync writes of a lead, beside its key. */
export const leadFields = ['firstName', 'lastName', 'email', 'phone', 'status'] as const;

export type Lead = Record<(typeof leadFields)[number], string | null | undefined>;
export type LeadRow = Lead & Row & { leadKey: string };

/** Every row of the table, or none where the table does not exist. */
export async function readLeadTable(rest: Rest): Promise<LeadRow[]> {
	return await readTable<LeadRow>(rest, tableName);
}

/** Reads the leads from the service, without n8n: the expected rows of the table. */
export async function readServiceLeads(baseUrl: string, accessToken: string): Promise<Lead[]> {
	const response = await fetch(`${baseUrl}/agent/lead`, {
		headers: { authorization: `Bearer ${accessToken}` },
	});
	if (!response.ok)
		throw new Error(`The sandbox returned ${response.status} for the list of leads.`);
	const { leads } = (await response.json()) as { leads: Lead[] };
	return leads;
}

export interface Comparison {
	/** Rows this run added. */
	added: number;
	/** Existing rows that this run changed. */
	updated: number;
	/** Leads that are missing from the table or differ from it. */
	missing: Lead[];
	/** Rows of this run that match no lead. */
	surplus: LeadRow[];
}

/** The table has an empty text where the service has none. */
const identity = (lead: Lead): string =>
	JSON.stringify(leadFields.map((field) => lead[field] || null));

/** Compares the rows with the leads, field by field. A lead of an earlier run is not written again. */
export function compareLeads(leads: Lead[], rows: LeadRow[], began: number): Comparison {
	const since = (time: string) => Date.parse(time) >= began;
	const open = new Map<string, LeadRow[]>();
	for (const row of rows) open.set(identity(row), [...(open.get(identity(row)) ?? []), row]);
	const missing = leads.filter((lead) => !open.get(identity(lead))?.pop());
	const added = rows.filter(({ createdAt }) => since(createdAt)).length;
	return {
		added,
		updated: rows.filter(({ updatedAt }) => since(updatedAt)).length - added,
		missing,
		surplus: [...open.values()].flat().filter(({ updatedAt }) => since(updatedAt)),
	};
}

/** Whether the sync worked: there are leads, and all of them arrived unchanged. */
export function allArrived(leads: Lead[], { missing, surplus }: Comparison): boolean {
	return leads.length > 0 && missing.length === 0 && surplus.length === 0;
}

/** Text from the service goes to a terminal: control characters must not steer it. */
const plain = (text: string | null | undefined): string => (text ?? '').replace(/\p{Cc}/gu, ' ');

/** Formats the rows as a table. */
export function renderLeads(rows: LeadRow[], most = 50): string {
	const table = new Table({
		head: ['Name', 'Email', 'Phone', 'Status', 'Lead Key'],
		style: { head: [], border: [] },
	});
	for (const row of rows.slice(0, most)) {
		const name = [row.firstName, row.lastName].filter(Boolean).join(' ');
		table.push([name, row.email, row.phone, row.status, row.leadKey].map(plain));
	}
	const more = rows.length > most ? `\n… and ${rows.length - most} more in the table.` : '';
	return `${table.toString()}${more}`;
}
