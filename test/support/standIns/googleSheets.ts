import { Refusal, StandIn, type StandInRequest, type StandInResponse } from './standIn';

/** One sheet of one spreadsheet: https://developers.google.com/workspace/sheets/api/reference/rest */
export class GoogleSheets extends StandIn {
	readonly host = 'sheets.googleapis.com';

	readonly token = 'ya29.of-this-test';
	readonly document = '1OfThisTest00000000000000000000000000000000';
	readonly sheet = 'Leads';

	/** Most characters in a cell. */
	limit = 50_000;

	/** The first row is the header. */
	readonly rows: string[][] = [['Lead Key', 'First Name', 'Last Name', 'Email', 'Phone', 'Status']];

	protected handle(request: StandInRequest): StandInResponse | undefined {
		const start = `/v4/spreadsheets/${this.document}`;
		const { method } = request;
		const path = decodeURIComponent(request.path);
		if (!path.startsWith(start)) return undefined;
		const rest = path.slice(start.length);
		if (method === 'GET' && rest === '') {
			const properties = { sheetId: 0, title: this.sheet, index: 0 };
			return { status: 200, json: { sheets: [{ properties }] } };
		}
		if (method === 'GET' && rest.startsWith('/values/')) {
			return { status: 200, json: { range: this.sheet, values: this.rows } };
		}
		if (method === 'POST' && rest === '/values:batchUpdate') return this.batchUpdate(request);
		if (method === 'POST' && /^\/values\/.*:append$/.test(rest)) return this.append(request);
		return undefined;
	}

	/** Writes cells such as `Leads!D5`. */
	private batchUpdate(request: StandInRequest): StandInResponse {
		const { data, valueInputOption } = request.body as {
			data: Array<{ range: string; values: string[][] }>;
			valueInputOption: string;
		};
		for (const { values } of data) this.check(values);
		for (const { range, values } of data) {
			const found = /!([A-Z])(\d+)/.exec(range);
			if (!found) throw refusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);
			const row = this.rows[Number(found[2]) - 1];
			const column = found[1].charCodeAt(0) - 'A'.charCodeAt(0);
			for (const [place, value] of values[0].entries())
				row[column + place] = entered(value, valueInputOption);
		}
		return { status: 200, json: { spreadsheetId: this.document } };
	}

	/** Adds rows after the last one, also for parallel requests. */
	private append(request: StandInRequest): StandInResponse {
		const { values } = request.body as { values: string[][] };
		this.check(values);
		const option = request.query.get('valueInputOption') ?? '';
		for (const row of values) this.rows.push(row.map((value) => entered(value ?? '', option)));
		return { status: 200, json: { spreadsheetId: this.document } };
	}

	private check(values: string[][]): void {
		if (values.flat().every((value) => String(value ?? '').length <= this.limit)) return;
		const text = `Your input contains more than the maximum of ${this.limit} characters in a single cell.`;
		throw refusal(400, 'INVALID_ARGUMENT', text);
	}
}

/** What a cell shows. Google only keeps a text as it is with the option RAW. */
function entered(value: string, option: string): string {
	return option !== 'RAW' && /^[=+-]/.test(value) ? '(result of a formula)' : value;
}

function refusal(code: number, status: string, message: string): Refusal {
	return new Refusal(code, { error: { code, message, status } });
}
