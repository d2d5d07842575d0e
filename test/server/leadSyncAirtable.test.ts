import { groups } from '../support/leadSync/groups';
import { airtableTarget, googleSheetsTarget, salesforceTarget } from '../support/leadSync/others';
import { testLeadSync } from '../support/leadSync/suite';

testLeadSync(groups.airtable, () => [airtableTarget(), googleSheetsTarget(), salesforceTarget()]);
