import { testHostileLeads } from '../../support/leadSync/hostileSuite';
import * as others from '../../support/leadSync/others';
import { startPostgres, type Postgres } from '../../support/programs/postgres';

let postgres: Postgres;
afterAll(async () => await postgres?.stop());

const targets = [
	others.googleSheetsTarget(),
	others.airtableTarget(),
	others.salesforceTarget(),
	others.pipedriveTarget(),
	others.notionTarget(),
];
const withPostgres = 'lead-sync-postgres.json';
testHostileLeads([...targets.map(({ file }) => file), withPostgres], [withPostgres], async () => {
	postgres = await startPostgres();
	return [...targets, others.postgresTarget(postgres)];
});
