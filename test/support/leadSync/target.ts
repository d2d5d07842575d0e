import type { Rest } from '../../../playground/rest';
import type { Service } from '../services';

/** What a lead sync contains of a lead; '' where the lead has none. */
export interface LeadFields {
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	status: string;
}

/** A destination of a lead sync, as a test sees it. */
export interface Target {
	/** The recipe below examples/. */
	file: string;
	/** The stand-in that the recipe writes to. n8n's own table and PostgreSQL need none. */
	service?: Service;
	/** What n8n's credentials hold, by their type. */
	credentials: Record<string, object>;
	/** What a person chooses in the nodes, by their names: the sheet, the base, the database. */
	choices?: Record<string, object>;
	/** Every record that is there. */
	records(rest: Rest): LeadFields[] | Promise<LeadFields[]>;
	/** A lead as the records show it, where they don't have all its fields as they are. */
	shown?(lead: LeadFields): LeadFields;
	/** Deletes the record with this email address, as a person does. Undefined where the recipe does not keep its ID. */
	remove?(email: string): void;
	/** A part of the reason with which the destination refuses this lead. Undefined when it takes it. */
	refusal(lead: LeadFields): string | undefined;
}

export const leadFields = ['firstName', 'lastName', 'email', 'phone', 'status'] as const;

/** An email address as every service takes it. */
export const validEmail = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;

/** The key whose value this is. Our status for a service's word for it. */
export function keyOf(words: Record<string, string>, word: string): string {
	return Object.keys(words).find((key) => words[key] === word) ?? `unknown: ${word}`;
}

/** The fields of a lead, or of a record that has them under the same names. */
export function leadOf(
	record: Partial<Record<keyof LeadFields, string | null | undefined>>,
): LeadFields {
	const [firstName, lastName, email, phone, status] = leadFields.map(
		(field) => record[field] ?? '',
	);
	return { firstName, lastName, email, phone, status };
}
