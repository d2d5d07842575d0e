import type { Resource } from '../../model/operation';
import type { RecordSpec } from '../../model/recordSpec';

export const snippetResource = {
	name: 'Snippet',
	value: 'snippet',
	description: 'Reusable texts of your agents',
	preselected: 'snippet.update',
} as const satisfies Resource;

export const snippetRecord = {
	documented: {
		id: 'snip_hours',
		name: 'Opening hours',
		description: 'When the office is open',
		content: 'We are open Monday to Friday, 9 am to 5 pm.',
		clientOrgId: 'org_northwind',
		createdAt: '2026-01-12T09:00:00.000Z',
		updatedAt: '2026-03-02T15:30:00.000Z',
	},
} as const satisfies RecordSpec;
