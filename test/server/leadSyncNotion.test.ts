import { groups } from '../support/leadSync/groups';
import { notionTarget, pipedriveTarget } from '../support/leadSync/others';
import { testLeadSync } from '../support/leadSync/suite';

testLeadSync(groups.notion, () => [notionTarget(), pipedriveTarget()]);
