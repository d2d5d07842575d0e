import { testLeadSync } from '../../support/leadSync/suite';
import * as others from '../../support/leadSync/targets';
import { startPostgres, type Postgres } from '../../support/programs/postgres';

let postgres: Postgres;
afterAll(async () => await postgres?.stop());

testLeadSync(async () => {
	postgres = await startPostgres();
	return [
		others.postgresTarget(postgres),
		others.googleSheetsTarget(),
		others.airtableTarget(),
		others.salesforceTarget(),
		others.highLevelTarget(),
		others.pipedriveTarget(),
		others.notionTarget(),
	];
});
