import { testLeadSync } from '../../support/leadSync/suite';
import * as others from '../../support/leadSync/targets';
import { startPostgres, type Postgres } from '../../support/programs/postgres';
import { runsHere } from '../../support/server/runsHere';

let postgres: Postgres;
afterAll(async () => await postgres?.stop());

testLeadSync(async () => {
	postgres = await startPostgres();
	const targets = [
		others.postgresTarget(postgres),
		others.googleSheetsTarget(),
		others.airtableTarget(),
		others.salesforceTarget(),
		others.highLevelTarget(),
		others.pipedriveTarget(),
		others.notionTarget(),
	];
	return targets.filter(({ file }) => runsHere(file));
});
