import type { IDataObject } from 'n8n-workflow';

import { leadSuffix, withLeadKey } from '../../nodes/AgentSuite/resources/lead/leadKey';

/** The key of a lead that is not the first of its conversation. */
export const sharedKey = (lead: object): unknown =>
	withLeadKey(lead as IDataObject, leadSuffix(lead as IDataObject)).leadKey;
