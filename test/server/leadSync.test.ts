import { testLeadSync } from '../support/leadSync/suite';
import { dataTableTarget, hubspotTarget } from '../support/leadSync/targets';
import { runsHere } from '../support/server/runsHere';

testLeadSync(() => [dataTableTarget, hubspotTarget()].filter(({ file }) => runsHere(file)));
