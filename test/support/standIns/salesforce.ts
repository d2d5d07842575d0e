import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

type Fields = Record<string, string>;

/** Whether a text matches a pattern of SOQL, in which `%` stands for any text. The rest of it is digits here. */
const isLike = (text: string, pattern: string): boolean =>
	/^[\d%]+$/.test(pattern) && new RegExp(`^${pattern.replaceAll('%', '.*')}$`, 's').test(text);

const emailPattern = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/;

/**
 * The leads of a Salesforce organization, with a custom external ID field:
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_upsert.htm
 */
export class Salesforce extends StandIn {
	readonly host = 'test.my.salesforce.com';

	readonly token = '00D-token-of-this-test';

	/** The values of Status, which is a restricted picklist. */
	readonly statuses = ['Open - Not Contacted', 'Working - Contacted', 'Closed - Not Converted'];

	/** By ID. */
	readonly leads = new Map<string, Fields & { Id: string }>();

	add(fields: Fields): Fields & { Id: string } {
		const lead = { ...fields, Id: `00Q${String(this.nextNumber()).padStart(15, '0')}` };
		this.leads.set(lead.Id, lead);
		return lead;
	}

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, query } = request;
		const path = /^\/services\/data\/v[\d.]+(\/.*)$/.exec(request.path)?.[1] ?? '';
		if (method === 'GET' && path === '/query') return this.query(query.get('q') ?? '');
		const id = /^\/sobjects\/lead\/([^/]+)$/i.exec(path)?.[1];
		const known = this.leads.get(id ?? '');
		if (method === 'PATCH' && known) return this.update(known, request.body as Fields);
		const key = /^\/sobjects\/lead\/Lead_Key__c\/([^/]+)$/i.exec(path)?.[1];
		if (method !== 'PATCH' || !key) return undefined;
		return this.upsert(decodeURIComponent(key), request.body as Fields);
	}

	/** The one query of the recipe, in SOQL. Everything else is malformed. */
	private query(text: string): StandInResponse {
		const where =
			/^SELECT Id, Email, Phone, MobilePhone, Lead_Key__c FROM Lead WHERE IsConverted = false AND \(([^]*)\)$/;
		const conditions = where.exec(text)?.[1];
		if (conditions === undefined) throw refusal(400, 'MALFORMED_QUERY', text, []);
		const one = /(\w+) (=|LIKE) '((?:[^'\\]|\\[\\'])*)'( OR |$)/gy;
		const wanted = [...conditions.matchAll(one)];
		if (wanted.map(([whole]) => whole).join('') !== conditions)
			throw refusal(400, 'MALFORMED_QUERY', conditions, []);
		const records = [...this.leads.values()].filter((lead) =>
			wanted.some(([, field, operator, quoted]) => {
				const value = quoted.replace(/\\(.)/g, '$1').toLowerCase();
				const own = (lead[field] ?? '').toLowerCase();
				return operator === '=' ? own === value : isLike(own, value);
			}),
		);
		const shown = records.map(({ Id, Email, Phone, MobilePhone, Lead_Key__c: key }) => ({
			attributes: { type: 'Lead' },
			Id,
			Email: Email ?? null,
			Phone: Phone ?? null,
			MobilePhone: MobilePhone ?? null,
			Lead_Key__c: key ?? null,
		}));
		return { status: 200, json: { totalSize: shown.length, done: true, records: shown } };
	}

	private update(known: Fields & { Id: string }, fields: Fields): StandInResponse {
		this.check({ ...known, ...fields });
		Object.assign(known, fields);
		return { status: 204 };
	}

	private upsert(key: string, fields: Fields): StandInResponse {
		this.check(fields);
		const known = [...this.leads.values()].find((lead) => lead.Lead_Key__c === key);
		if (known) Object.assign(known, fields);
		const { Id } = known ?? this.add({ ...fields, Lead_Key__c: key });
		const created = known === undefined;
		return { status: created ? 201 : 200, json: { id: Id, success: true, errors: [], created } };
	}

	private check(fields: Fields): void {
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
	}
}

function refusal(status: number, errorCode: string, message: string, fields: string[]): Refusal {
	return new Refusal(status, [{ message, errorCode, fields }]);
}
