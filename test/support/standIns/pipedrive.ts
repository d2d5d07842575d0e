import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

interface Person {
	id: number;
	name: string;
	emails: Array<{ value: string }>;
	phones: Array<{ value: string }>;
	custom_fields: Record<string, unknown>;
}

const keyField = 'a'.repeat(40);
const statusField = 'b'.repeat(40);

/**
 * The persons of Pipedrive, with two custom fields.
 * - https://developers.pipedrive.com/docs/api/v1/Persons
 * - https://developers.pipedrive.com/docs/api/v1/Persons#searchPersons
 * - https://developers.pipedrive.com/docs/api/v1/PersonFields
 */
export class Pipedrive extends StandIn {
	readonly host = 'api.pipedrive.com';

	readonly token = 'token-of-this-test';

	/** The options of the field Lead Status. */
	readonly statuses = ['contacted', 'interested', 'not-contacted', 'not-interested'];

	readonly persons = new Map<number, Person>();

	private fields() {
		return [
			{ field_code: keyField, field_name: 'Lead Key', field_type: 'varchar' },
			{
				field_code: statusField,
				field_name: 'Lead Status',
				field_type: 'enum',
				options: this.statuses.map((label, place) => ({ id: 10 + place, label })),
			},
		];
	}

	statusOf(person: Person): string {
		return this.statuses[Number(person.custom_fields[statusField]) - 10] ?? '';
	}

	protected isSignedIn({ query, headers }: StandInRequest): boolean {
		return query.get('api_token') === this.token || headers['x-api-token'] === this.token;
	}

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const { method, path, query } = request;
		if (method === 'GET' && path === '/api/v2/personFields') return success(this.fields());
		if (method === 'GET' && path === '/v1/persons/search') return this.search(query);
		if (method === 'POST' && path === '/api/v2/persons') return this.write(undefined, request);
		const id = /^\/api\/v2\/persons\/(\d+)$/.exec(path)?.[1];
		const known = this.persons.get(Number(id));
		if (method === 'PATCH' && known) return this.write(known, request);
		return undefined;
	}

	add(person: Pick<Person, 'name'> & Partial<Person>): Person {
		const added = { id: this.nextNumber(), emails: [], phones: [], custom_fields: {}, ...person };
		this.persons.set(added.id, added);
		return added;
	}

	/** Persons with this text in one of the fields. */
	private search(query: URLSearchParams): StandInResponse {
		const term = query.get('term') ?? '';
		if (term.length < 2) throw refusal(400, 'term must be at least 2 characters');
		if (query.get('exact_match') !== 'true') throw refusal(400, 'This test expects exact matches');
		const fields = (query.get('fields') ?? '').split(',');
		const items = [...this.persons.values()].map((person) => ({
			id: person.id,
			type: 'person',
			name: person.name,
			phones: person.phones.map(({ value }) => value).filter(Boolean),
			emails: person.emails.map(({ value }) => value).filter(Boolean),
			custom_fields: [person.custom_fields[keyField]].filter((text) => typeof text === 'string'),
		}));
		const has = (texts: string[]) =>
			texts.some((text) => text.toLowerCase() === term.toLowerCase());
		const found = items.filter(
			({ emails, phones, custom_fields: custom }) =>
				(fields.includes('email') && has(emails)) ||
				(fields.includes('phone') && has(phones)) ||
				(fields.includes('custom_fields') && has(custom)),
		);
		const shown = found.slice(0, Number(query.get('limit')));
		return success({ items: shown.map((item) => ({ result_score: 1, item })) });
	}

	private write(known: Person | undefined, request: StandInRequest): StandInResponse {
		const given = request.body as Partial<Person>;
		if (!known && !given.name) throw refusal(400, 'Validation failed: name: Required');
		const status = given.custom_fields?.[statusField];
		const ids = this.statuses.map((_label, place) => 10 + place);
		if (status !== undefined && status !== null && !ids.includes(Number(status))) {
			throw refusal(400, `Validation failed: custom_fields: ${String(status)} is no option`);
		}
		const person = known ?? {
			id: this.nextNumber(),
			name: '',
			emails: [],
			phones: [],
			custom_fields: {},
		};
		const custom = { ...person.custom_fields, ...given.custom_fields };
		Object.assign(person, given, { custom_fields: custom });
		this.persons.set(person.id, person);
		return success(person);
	}
}

const success = (data: unknown): StandInResponse => ({
	status: 200,
	json: { success: true, data, additional_data: {} },
});

function refusal(status: number, error: string): Refusal {
	return new Refusal(status, { success: false, error, errorCode: status });
}
