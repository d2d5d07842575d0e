import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

/** A contact: its id, and its properties by their internal names. */
interface HubSpotContact {
	vid: number;
	properties: Record<string, string>;
}

interface Filter {
	propertyName: string;
	operator: string;
	value?: unknown;
	/** Of the operator IN. */
	values?: unknown;
}

const newAccount = [
	'NEW',
	'OPEN',
	'IN_PROGRESS',
	'OPEN_DEAL',
	'UNQUALIFIED',
	'ATTEMPTED_TO_CONTACT',
	'CONNECTED',
	'BAD_TIMING',
];

/** HubSpot's contacts, with a unique property of its owner: https://developers.hubspot.com/docs/api-reference/crm-contacts-v3 */
export class HubSpot extends StandIn {
	readonly host = 'api.hubapi.com';

	readonly token = 'pat-eu1-of-this-test';

	/** The options of the property `hs_lead_status`. */
	readonly statuses = [...newAccount];

	readonly contacts = new Map<number, HubSpotContact>();

	add(properties: Record<string, string>): HubSpotContact {
		const contact = { vid: this.nextNumber(), properties };
		this.contacts.set(contact.vid, contact);
		return contact;
	}

	/** The contact with this value. HubSpot compares without case. */
	private find(property: string, value: string): HubSpotContact | undefined {
		const wanted = value.toLowerCase();
		return [...this.contacts.values()].find(
			({ properties }) => properties[property]?.toLowerCase() === wanted,
		);
	}

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, path } = request;
		const contacts = '/crm/v3/objects/contacts';
		if (method === 'POST' && path === `${contacts}/search`) return this.search(request);
		if (method === 'POST' && path === contacts) return this.create(request);
		const id = /^\/crm\/v3\/objects\/contacts\/(\d+)$/.exec(path)?.[1];
		if (method === 'PATCH' && id) return this.update(Number(id), request);
		return undefined;
	}

	/** Contacts that meet the filter of one of the groups, the oldest first, with the properties that were asked for. */
	private search(request: StandInRequest): StandInResponse {
		const { filterGroups, limit, properties } = request.body as {
			filterGroups: Array<{ filters: Filter[] }>;
			limit: number;
			properties: string[];
		};
		const filters = filterGroups.flatMap((group) => group.filters);
		for (const filter of filters) this.checkFilter(filter);
		// HubSpot documents this limit of a search.
		if (JSON.stringify(request.body).length > 3000)
			throw refusal(400, 'The request is longer than 3,000 characters', 'VALIDATION_ERROR');
		if (limit > 200) throw refusal(400, 'The limit is 200', 'VALIDATION_ERROR');
		const results = [...this.contacts.values()].filter((contact) =>
			filters.some((filter) => meets(contact, filter)),
		);
		const shown = results.slice(0, limit).map(({ vid, properties: own }) => ({
			id: String(vid),
			properties: Object.fromEntries(properties.map((name) => [name, own[name] ?? null])),
		}));
		return { status: 200, json: { total: results.length, results: shown } };
	}

	private checkFilter({ propertyName, operator, value, values }: Filter): void {
		const isKnown =
			operator === 'CONTAINS_TOKEN' ? propertyName in searchable : known.includes(propertyName);
		const isOperator = ['EQ', 'IN', 'CONTAINS_TOKEN'].includes(operator);
		const texts: unknown = operator === 'IN' ? values : [value];
		const areTexts =
			Array.isArray(texts) && texts.every((text) => typeof text === 'string' && text !== '');
		if (!isKnown || !isOperator || !areTexts || texts.length === 0 || texts.length > 100)
			throw refusal(400, `Invalid filter on ${propertyName}`, 'VALIDATION_ERROR');
	}

	private create(request: StandInRequest): StandInResponse {
		const properties = this.checked(request, undefined);
		if (!properties.email && !properties.firstname && !properties.lastname) {
			throw refusal(400, 'Set at least an email address or a name', 'VALIDATION_ERROR');
		}
		const { vid } = this.add(properties);
		return { status: 201, json: { id: String(vid), properties } };
	}

	private update(vid: number, request: StandInRequest): StandInResponse {
		const contact = this.contacts.get(vid);
		if (contact === undefined) throw refusal(404, 'resource not found', 'OBJECT_NOT_FOUND');
		Object.assign(contact.properties, this.checked(request, vid));
		return { status: 200, json: { id: String(vid), properties: contact.properties } };
	}

	/** The properties of a request. Refuses unique values that another contact has. */
	private checked(request: StandInRequest, own: number | undefined): Record<string, string> {
		const properties = request.body.properties as Record<string, string>;
		this.check(properties);
		for (const name of ['email', 'lead_key']) {
			const other = properties[name] && this.find(name, properties[name]);
			if (!other || other.vid === own) continue;
			throw refusal(409, `Contact already exists. Existing ID: ${other.vid}`, 'CONFLICT');
		}
		return properties;
	}

	private check(properties: Record<string, string>): void {
		for (const [name, value] of Object.entries(properties)) {
			if (!known.includes(name))
				throw refusal(400, `Property "${name}" does not exist`, 'VALIDATION_ERROR');
			if (typeof value !== 'string' || value.length > 65_536)
				throw refusal(400, `Property ${name} is too long`, 'VALIDATION_ERROR');
		}
		const { email, hs_lead_status: status } = properties;
		if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)) {
			throw refusal(400, `Email address ${email} is invalid`, 'VALIDATION_ERROR');
		}
		if (status && !this.statuses.includes(status)) {
			throw refusal(400, `${status} was not one of the allowed options`, 'VALIDATION_ERROR');
		}
	}
}

const known = [
	'email',
	'firstname',
	'lastname',
	'phone',
	'mobilephone',
	'hs_lead_status',
	'lead_key',
];

/** The properties with the digits of phone numbers, and the property that each is calculated from. */
const searchable: Record<string, string> = {
	hs_searchable_calculated_phone_number: 'phone',
	hs_searchable_calculated_mobile_number: 'mobilephone',
};

/** HubSpot compares without case. It keeps the digits of a phone number without the country code, here those after the first space. */
function meets({ properties }: HubSpotContact, filter: Filter): boolean {
	const { propertyName, operator, value, values } = filter;
	// Values in upper case find nothing here.
	if (operator === 'IN')
		return (values as string[]).includes(properties[propertyName]?.toLowerCase());
	const wanted = String(value).toLowerCase();
	if (operator === 'EQ') return properties[propertyName]?.toLowerCase() === wanted;
	const phone = properties[searchable[propertyName]] ?? '';
	const digits = phone.replace(/^\+\d+ /, '').replace(/\D/g, '');
	return wanted.startsWith('*') ? digits.endsWith(wanted.slice(1)) : digits === wanted;
}

function refusal(status: number, message: string, category: string): Refusal {
	const correlationId = '00000000-0000-4000-8000-000000000000';
	return new Refusal(status, { status: 'error', message, correlationId, category });
}
