import type { IDataObject } from 'n8n-workflow';

import { leadFields } from '../../../playground/leads';
import type { Rest } from '../../../playground/rest';
import type { NewLead } from '../../../sandbox';
import type { StandIn } from '../standIns/standIn';

/** The fields of a lead in a lead sync. Missing ones are ''. */
export interface LeadFields {
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	status: string;
}

export interface Target {
	/** The recipe below examples/. */
	file: string;
	/** The stand-in that the recipe writes to. n8n's own table and PostgreSQL need none. */
	service?: StandIn;
	/** The data of n8n's credentials, by type. */
	credentials: Record<string, object>;
	/** What a user selects in the nodes, by name: the sheet, the base, the database. */
	choices?: Record<string, object>;
	records(rest: Rest): LeadFields[] | Promise<LeadFields[]>;
	/** A lead as it appears in the records, if some of its fields differ there. A lead without a contact shows its key. */
	shown?(lead: LeadFields, leadKey: string): LeadFields;
	/** A hostile lead that is another person than the ones before, where a destination would take them for one. */
	distinct?(lead: IDataObject, number: number): IDataObject;
	/** A part of the reason why the destination refuses this lead. Undefined if it accepts it. */
	refusal(lead: LeadFields): string | undefined;
	/** A lead that it refuses until `repair`. Undefined if it accepts everything. */
	unacceptable?: NewLead;
	/** Makes it refuse that lead from now on, if it does not by itself. */
	restrict?(): void;
	/** Makes it accept that lead. */
	repair?(): void;
}

/** Records as sorted lines, because a destination can return them in any order. */
export const lines = (leads: LeadFields[]): string[] =>
	leads.map((lead) => JSON.stringify(leadFields.map((field) => lead[field]))).sort();

/** A status that the service may add one day, and that a destination with a list of statuses refuses. */
export const newStatus = { status: 'on-hold' as 'contacted' };

/** An email address that every service accepts. */
export const validEmail = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;

/** The key for a value, such as our status for a service's name of it. */
export function keyOf(words: Record<string, string>, word: string): string {
	return Object.keys(words).find((key) => words[key] === word) ?? `unknown: ${word}`;
}

/** The fields of a lead, or of a record with the same field names. */
export function leadOf(
	record: Partial<Record<keyof LeadFields, string | null | undefined>>,
): LeadFields {
	const [firstName, lastName, email, phone, status] = leadFields.map(
		(field) => record[field] ?? '',
	);
	return { firstName, lastName, email, phone, status };
}
