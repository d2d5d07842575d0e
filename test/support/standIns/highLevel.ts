import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

interface Contact {
	id: string;
	email: string;
	phone: string;
	firstName: string;
	lastName: string;
	/** By the ID of the custom field. */
	customFields: Map<string, string>;
}

const texts = ['email', 'phone', 'firstName', 'lastName'] as const;
const digits = (phone: string) => phone.replace(/\D/g, '');

/**
 * The contacts of one location of HighLevel, whose setting *Allow Duplicate Contact* compares email, then phone:
 * https://marketplace.gohighlevel.com/docs/ghl/contacts/upsert-contact
 */
export class HighLevel extends StandIn {
	readonly host = 'services.leadconnectorhq.com';

	readonly token = 'token-of-this-test';
	readonly location = 'locOfThisTest0001';
	/** The ID of the custom field Lead Status. */
	readonly statusField = 'fieldOfThisTest01';

	/** Most characters in a name. */
	limit = 1000;

	readonly contacts: Contact[] = [];

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, path, headers, body } = request;
		if (method !== 'POST' || !/^\/contacts\/upsert\/?$/.test(path)) return undefined;
		if (headers.version !== '2021-07-28') throw refusal(400, 'version header is invalid');
		const { locationId, customFields = [], ...given } = body;
		if (locationId !== this.location) throw refusal(403, 'No access to this location');
		this.check(given);
		const { contact, created } = this.found(given as Record<string, string>);
		Object.assign(contact, given);
		for (const { id, field_value: value } of customFields as Array<Record<string, string>>) {
			if (id !== this.statusField) throw refusal(422, `custom field ${id} does not exist`);
			contact.customFields.set(id, value);
		}
		const shown = { ...contact, customFields: [], locationId };
		return { status: 201, json: { new: created, contact: shown } };
	}

	private check(given: Record<string, unknown>): void {
		for (const [name, value] of Object.entries(given)) {
			if (!texts.some((text) => text === name))
				throw refusal(422, `property ${name} should not exist`);
			if (typeof value !== 'string') throw refusal(422, `${name} must be a string`);
			if (value.length > this.limit) throw refusal(422, `${name} is too long`);
		}
		if (given.email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(String(given.email)))
			throw refusal(422, 'email must be an email');
		if (given.phone !== undefined && digits(String(given.phone)).length < 7)
			throw refusal(422, 'phone must be a phone number');
	}

	private found({ email, phone }: Record<string, string>): { contact: Contact; created: boolean } {
		if (!email && !phone) throw refusal(400, 'Either email or phone is required');
		const withEmail = this.contacts.find(
			(contact) => email && contact.email.toLowerCase() === email.toLowerCase(),
		);
		const withPhone = this.contacts.find(
			(contact) => phone && digits(contact.phone) === digits(phone),
		);
		const known = withEmail ?? withPhone;
		if (known) return { contact: known, created: false };
		const id = `contact${this.nextNumber()}`;
		const names = { email: '', phone: '', firstName: '', lastName: '' };
		const contact = { id, ...names, customFields: new Map<string, string>() };
		this.contacts.push(contact);
		return { contact, created: true };
	}
}

function refusal(statusCode: number, message: string): Refusal {
	return new Refusal(statusCode, { statusCode, message });
}
