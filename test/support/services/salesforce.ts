import { Refusal, Service, type ServiceRequest, type ServiceResponse } from './service';

type Fields = Record<string, string>;

const emailPattern = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;

/**
 * The leads of a Salesforce organization, with a custom external ID field:
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_upsert.htm
 */
export class Salesforce extends Service {
	readonly host = 'test.my.salesforce.com';

	readonly token = '00D-token-of-this-test';

	/** The values of Status, which is a restricted picklist. */
	readonly statuses = ['Open - Not Contacted', 'Working - Contacted', 'Closed - Not Converted'];

	/** By external ID. */
	readonly leads = new Map<string, Fields & { Id: string }>();

	protected handle(request: ServiceRequest): ServiceResponse | undefined {
		const { method, path } = request;
		const found = /^\/services\/data\/v[\d.]+\/sobjects\/lead\/Lead_Key__c\/([^/]+)$/i.exec(path);
		if (method !== 'PATCH' || !found) return undefined;
		return this.upsert(decodeURIComponent(found[1]), request.body as Fields);
	}

	private upsert(key: string, fields: Fields): ServiceResponse {
		const { LastName, Company, Email, Status } = fields;
		if (Status && !this.statuses.includes(Status)) {
			const text = `Lead Status: bad value for restricted picklist field: ${Status}`;
			throw refusal(400, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', text, ['Status']);
		}
		if (!LastName || !Company) {
			const missing = ['LastName', 'Company'].filter((name) => !fields[name]);
			const text = `Required fields are missing: [${missing.join(', ')}]`;
			throw refusal(400, 'REQUIRED_FIELD_MISSING', text, missing);
		}
		if (LastName.length > 80) {
			const text = `Last Name: data value too large: ${LastName.slice(0, 20)} (max length=80)`;
			throw refusal(400, 'STRING_TOO_LONG', text, ['LastName']);
		}
		if (Email && !emailPattern.test(Email)) {
			const text = `Email: invalid email address: ${Email}`;
			throw refusal(400, 'INVALID_EMAIL_ADDRESS', text, ['Email']);
		}
		const known = this.leads.get(key);
		const Id = known?.Id ?? `00Q${String(this.nextNumber()).padStart(15, '0')}`;
		this.leads.set(key, { ...known, ...fields, Id });
		const created = known === undefined;
		return { status: created ? 201 : 200, json: { id: Id, success: true, errors: [], created } };
	}
}

function refusal(status: number, errorCode: string, message: string, fields: string[]): Refusal {
	return new Refusal(status, [{ message, errorCode, fields }]);
}
