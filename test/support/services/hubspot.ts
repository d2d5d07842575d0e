import { objectBody, Refusal, Service, type ServiceRequest, type ServiceResponse } from './service';

/** A contact: its id, and its properties by their internal names. */
export interface HubSpotContact {
	vid: number;
	properties: Record<string, string>;
}

/** The options of the property `hs_lead_status` in a new account. */
const leadStatuses = [
	'NEW',
	'OPEN',
	'IN_PROGRESS',
	'OPEN_DEAL',
	'UNQUALIFIED',
	'ATTEMPTED_TO_CONTACT',
	'CONNECTED',
	'BAD_TIMING',
];

/**
 * HubSpot's contacts.
 * - https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/v1 (n8n's node)
 * - https://developers.hubspot.com/docs/api-reference/crm-contacts-v3 (its current interface)
 */
export class HubSpot extends Service {
	readonly hosts = ['api.hubapi.com'];

	/** The accepted access token. */
	readonly token = 'pat-eu1-of-this-test';

	readonly contacts = new Map<number, HubSpotContact>();

	/** The contact with this email address. Addresses are compared without their case. */
	byEmail(email: string): HubSpotContact | undefined {
		const wanted = email.toLowerCase();
		return [...this.contacts.values()].find(
			({ properties }) => properties.email?.toLowerCase() === wanted,
		);
	}

	protected handle(request: ServiceRequest): ServiceResponse {
		if (request.headers.authorization !== `Bearer ${this.token}`) {
			throw refusal(401, 'Authentication credentials not found.', 'INVALID_AUTHENTICATION');
		}
		const { method, path } = request;
		const email = /^\/contacts\/v1\/contact\/createOrUpdate\/email\/([^/]*)\/?$/.exec(path)?.[1];
		if (method === 'POST' && email) return this.createOrUpdate(decodeURIComponent(email), request);
		const profile = /^\/contacts\/v1\/contact\/vid\/(\d+)\/profile$/.exec(path)?.[1];
		if (method === 'GET' && profile) return this.profile(Number(profile));
		const id = /^\/crm\/v3\/objects\/contacts\/(\d+)$/.exec(path)?.[1];
		if (method === 'PATCH' && id) return this.update(Number(id), request);
		throw refusal(404, `No handler for ${method} ${path}`, 'OBJECT_NOT_FOUND');
	}

	/** Accepts a change of the email address, unless another contact has it. */
	private createOrUpdate(email: string, request: ServiceRequest): ServiceResponse {
		const list = objectBody(request).properties as Array<{ property: string; value: unknown }>;
		const given = Object.fromEntries(list.map(({ property, value }) => [property, String(value)]));
		const properties = { email, ...given };
		checkProperties(properties);
		const known = this.byEmail(email);
		this.checkUnique(properties.email, known?.vid);
		const contact = known ?? { vid: this.nextNumber(), properties: {} };
		Object.assign(contact.properties, properties);
		this.contacts.set(contact.vid, contact);
		return { status: 200, json: { vid: contact.vid, isNew: known === undefined } };
	}

	private profile(vid: number): ServiceResponse {
		const { properties } = this.contact(vid);
		const values = Object.entries(properties).map(([name, value]) => [name, { value }]);
		return { status: 200, json: { vid, properties: Object.fromEntries(values) as object } };
	}

	private update(vid: number, request: ServiceRequest): ServiceResponse {
		const contact = this.contact(vid);
		const properties = objectBody(request).properties as Record<string, string>;
		checkProperties(properties);
		if (properties.email) this.checkUnique(properties.email, vid);
		Object.assign(contact.properties, properties);
		return { status: 200, json: { id: String(vid), properties: contact.properties } };
	}

	private contact(vid: number): HubSpotContact {
		const contact = this.contacts.get(vid);
		if (contact === undefined) throw refusal(404, 'resource not found', 'OBJECT_NOT_FOUND');
		return contact;
	}

	private checkUnique(email: string, own: number | undefined): void {
		const other = this.byEmail(email);
		if (other === undefined || other.vid === own) return;
		throw refusal(409, `Contact already exists. Existing ID: ${other.vid}`, 'CONFLICT');
	}
}

function checkProperties({ email, hs_lead_status: status }: Record<string, string>): void {
	if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)) {
		throw refusal(400, `Email address ${email} is invalid`, 'VALIDATION_ERROR');
	}
	if (status && !leadStatuses.includes(status)) {
		throw refusal(400, `${status} was not one of the allowed options`, 'VALIDATION_ERROR');
	}
}

function refusal(status: number, message: string, category: string): Refusal {
	const correlationId = '00000000-0000-4000-8000-000000000000';
	return new Refusal(status, { status: 'error', message, correlationId, category });
}
