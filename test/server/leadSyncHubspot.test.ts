import { dataTableTarget } from '../support/leadSync/dataTable';
import { groups } from '../support/leadSync/groups';
import { hubspotTarget } from '../support/leadSync/hubspot';
import { postgresTarget } from '../support/leadSync/others';
import { testLeadSync } from '../support/leadSync/suite';
import { startPostgres, type Postgres } from '../support/programs/postgres';

let postgres: Postgres;
afterAll(async () => await postgres?.stop());

testLeadSync(groups.hubspot, async () => {
	postgres = await startPostgres();
	return [dataTableTarget, hubspotTarget(), postgresTarget(postgres)];
});
