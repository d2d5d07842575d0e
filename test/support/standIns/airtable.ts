import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

type Fields = Record<string, unknown>;

interface AirtableRecord {
	id: string;
	createdTime: string;
	fields: Fields;
}

/** One table of one base of Airtable: https://airtable.com/developers/web/api/update-multiple-records */
export class Airtable extends StandIn {
	readonly host = 'api.airtable.com';

	readonly token = 'patOfThisTest.0123456789abcdef';
	readonly base = 'appOfThisTest0001';
	readonly table = 'tblOfThisTest0001';

	readonly records: AirtableRecord[] = [];

	private readonly texts = ['Lead Key', 'First Name', 'Last Name', 'Email', 'Phone'];
	readonly options = ['contacted', 'interested', 'not-contacted', 'not-interested'];

	protected handle(request: StandInRequest): StandInResponse | undefined {
		if (request.path !== `/v0/${this.base}/${this.table}`) return undefined;
		if (request.method === 'PATCH') return this.upsert(request);
		if (request.method === 'GET') return this.list(request);
		return undefined;
	}

	/** Adds a record, as a person does in Airtable. */
	add(fields: Fields): void {
		Object.assign(this.create().fields, fields);
	}

	/**
	 * The records created after a time, in the formula of n8n's Airtable Trigger. The field Created has milliseconds, so
	 * that no record shares its second with a poll and is skipped for that reason.
	 */
	private list({ query }: StandInRequest): StandInResponse {
		const formula = query.get('filterByFormula') ?? '';
		const after = /^IS_AFTER\(\{Created\}, DATETIME_PARSE\("([^"]+)", "[^"]+"\)\)$/.exec(formula);
		if (after === null) {
			throw refusal(
				422,
				'INVALID_FILTER_BY_FORMULA',
				'The formula for filtering records is invalid',
			);
		}
		const records = this.records
			.filter(({ createdTime }) => Date.parse(createdTime) > Date.parse(after[1]))
			.map((record) => ({ ...record, fields: { ...record.fields, Created: record.createdTime } }));
		return { status: 200, json: { records } };
	}

	/** Up to ten records, found by `fieldsToMergeOn`. If one is refused, none is written. */
	private upsert(request: StandInRequest): StandInResponse {
		const { records, performUpsert } = request.body as {
			records: Array<{ fields: Fields }>;
			performUpsert?: { fieldsToMergeOn: string[] };
		};
		if (!Array.isArray(records) || records.length > 10) {
			throw refusal(422, 'INVALID_RECORDS', 'You must provide an array of up to 10 record objects');
		}
		for (const { fields } of records) this.check(fields);
		const [created, updated]: [string[], string[]] = [[], []];
		const written = records.map(({ fields }) => {
			const keys = performUpsert?.fieldsToMergeOn ?? [];
			const found = this.records.filter((record) =>
				keys.every((key) => record.fields[key] === fields[key]),
			);
			if (found.length > 1) {
				throw refusal(422, 'INVALID_VALUE_FOR_COLUMN', 'Cannot update more than one record');
			}
			const record = found[0] ?? this.create();
			(found[0] ? updated : created).push(record.id);
			Object.assign(record.fields, fields);
			// Airtable keeps no empty cells.
			for (const [name, value] of Object.entries(record.fields)) {
				if (value === '' || value === null) delete record.fields[name];
			}
			return record;
		});
		const json = { records: written, createdRecords: created, updatedRecords: updated };
		return { status: 200, json };
	}

	private create(): AirtableRecord {
		const id = `rec${String(this.nextNumber()).padStart(14, '0')}`;
		const record = { id, createdTime: new Date().toISOString(), fields: {} };
		this.records.push(record);
		return record;
	}

	private check(fields: Fields): void {
		for (const [name, value] of Object.entries(fields)) {
			if (name === 'Status') {
				if (value !== '' && !this.options.includes(String(value))) {
					const text = `Insufficient permissions to create new select option ""${String(value)}""`;
					throw refusal(422, 'INVALID_MULTIPLE_CHOICE_OPTIONS', text);
				}
			} else if (!this.texts.includes(name)) {
				throw refusal(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`);
			}
		}
	}
}

function refusal(status: number, type: string, message: string): Refusal {
	return new Refusal(status, { error: { type, message } });
}
