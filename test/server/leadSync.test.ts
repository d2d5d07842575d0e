import { dataTableTarget } from '../support/leadSync/dataTable';
import { hubspotTarget } from '../support/leadSync/hubspot';
import { testLeadSync } from '../support/leadSync/suite';

testLeadSync(() => [dataTableTarget, hubspotTarget()]);
