import type { WorkflowFile } from '../../../playground/workflows';
import { hostileLeads } from '../../support/leadSync/hostile';
import { testHostileLeads, type RunOf } from '../../support/leadSync/hostileSuite';
import type { Scenario } from '../../support/leadSync/scenario';
import * as others from '../../support/leadSync/targets';
import { startPostgres, type Postgres } from '../../support/programs/postgres';
import { runFrom } from '../../support/server/executions';
import { runsHere } from '../../support/server/runsHere';
import { createChain, operationNode } from '../../support/server/workflows';

let postgres: Postgres;
afterAll(async () => await postgres?.stop());

const sheets = others.googleSheetsTarget();
const targets = [
	sheets,
	others.airtableTarget(),
	others.salesforceTarget(),
	others.highLevelTarget(),
	others.pipedriveTarget(),
	others.notionTarget(),
].filter(({ file }) => runsHere(file));

/** Texts that a spreadsheet reads as a formula, also where a line of a CSV file begins. */
const formulas = [
	{ firstName: "=cmd|' /C calc'!A0", lastName: '\t=1+1', email: '@SUM(1+1)', phone: '+1+cmd|A!B' },
	{ firstName: 'Ann', lastName: 'Lee', email: '', phone: '+1-555-0101' },
	{ firstName: '\n=1+1', lastName: 'Ann\r=1+1', email: '-1+1', phone: '\r=1+1' },
];

/** A text in a CSV file of n8n. */
const inCsv = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const lineOf = (fields: object) => Object.values(fields).map(inCsv).join(',');

function testCsv(run: RunOf, scenarioOf: () => Scenario): void {
	/** The output of a node as a CSV file of n8n. */
	async function csvOf(source: { name: string; parameters: object }): Promise<string> {
		const jsCode = `const file = await this.helpers.getBinaryDataBuffer(0, 'data');
			return [{ json: { text: file.toString() } }];`;
		const nodes = [
			source,
			{ name: 'CSV', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters: {} },
			{ name: 'Read', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		];
		const { rest } = scenarioOf();
		const { outputs, status, error } = await runFrom(
			rest,
			await createChain(rest, 'CSV', nodes),
			'Start',
		);
		expect({ status, error }).toEqual({ status: 'success', error: undefined });
		return String(outputs.Read[0].text);
	}

	test('a CSV file of Get Many has the formulas of leads as they are', async () => {
		const { sandbox, credential } = scenarioOf();
		for (const fields of formulas) sandbox.addLead(fields);
		const csv = await csvOf(operationNode('lead.getAll', credential, { returnAll: true }));
		for (const fields of formulas) expect(csv).toContain(`,${lineOf(fields)},`);
	});

	test('a CSV file of the sheet that the recipe fills has none', async () => {
		const { rest } = scenarioOf();
		const leads = formulas.map((fields, place) => ({
			...hostileLeads[0],
			leadKey: `conv_formula_${place}`,
			...fields,
		}));
		expect(await run(sheets, ...hostileLeads, ...leads)).toMatchObject({ status: 'success' });
		const { nodes } = await rest.get<WorkflowFile>(`/rest/workflows/${scenarioOf().idOf(sheets)}`);
		const writes = nodes.find(({ type }) => type.endsWith('.googleSheets'));
		const parameters = { ...writes?.parameters, operation: 'read', options: {} };
		const csv = await csvOf({ ...writes, name: 'Sheet', parameters });
		const rows = await sheets.records(rest);
		for (const row of rows) expect(`${csv}\n`).toContain(`,${lineOf(row)}\n`);
		expect(rows.length).toBe(hostileLeads.length + leads.length);
		// Some programs also begin a line at a carriage return. A phone number is no formula.
		const cells = [...csv.matchAll(/(?:^|[,\r\n])(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)].map(
			([, quoted, plain]) => quoted ?? plain,
		);
		const isFormula = (cell: string) => /^[=+\-@\t]/.test(cell) && !/^\+[\d ]*$/.test(cell);
		expect(cells.filter(isFormula)).toEqual([]);
	});
}

const withPostgres = 'lead-sync-postgres.json';
testHostileLeads(
	[...targets.map(({ file }) => file), withPostgres],
	[withPostgres],
	async () => {
		postgres = await startPostgres();
		return [...targets, others.postgresTarget(postgres)];
	},
	testCsv,
);
