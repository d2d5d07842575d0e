import { dataTableTarget } from '../support/leadSync/dataTable';
import { testHostileLeads } from '../support/leadSync/hostileSuite';
import { hubspotTarget } from '../support/leadSync/hubspot';

const targets = [dataTableTarget, hubspotTarget()];
testHostileLeads(
	targets.map(({ file }) => file),
	[dataTableTarget.file],
	() => targets,
);
