import { testLeadSync } from '../support/leadSync/suite';
import { dataTableTarget, hubspotTarget } from '../support/leadSync/targets';

testLeadSync(() => [dataTableTarget, hubspotTarget()]);
