import { readLeadTable } from '../../../playground/leads';
import { leadOf, type Target } from './target';

/** n8n's own table takes every lead. */
export const dataTableTarget: Target = {
	file: 'lead-sync.json',
	credentials: {},
	records: async (rest) => (await readLeadTable(rest)).map(leadOf),
	refusal: () => undefined,
};
