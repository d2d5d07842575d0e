import type { IDataObject } from 'n8n-workflow';

import type { Lead } from '../../sandbox';

/** The parameters of an event about leads that passes these statuses only, or all without any. */
export const statusFilter = (statuses: readonly Lead['status'][]): IDataObject =>
	statuses.length === 0 ? {} : { status: [...statuses] };
