import { allArrived, compareLeads, type LeadRow } from '../../../playground/leads';

const began = Date.parse('2026-01-01T12:00:00.000Z');
const lead = (firstName: string) => ({
	firstName,
	lastName: 'Example',
	email: `${firstName}@example.com`,
	phone: undefined,
	status: 'interested',
});
const row = (id: number, firstName: string, updatedAt = '2026-01-01T12:00:01.000Z'): LeadRow => ({
	...lead(firstName),
	leadKey: `conv_${id}`,
	phone: '',
	id,
	createdAt: '2026-01-01T11:00:00.000Z',
	updatedAt,
});

describe('compareLeads', () => {
	test('every lead that is written unchanged counts as arrived', () => {
		const leads = [lead('Ada'), lead('Bob')];
		const result = compareLeads(leads, [row(1, 'Bob'), row(2, 'Ada')], began);
		expect(result).toMatchObject({ added: 0, updated: 2, missing: [], surplus: [] });
		expect(allArrived(leads, result)).toBe(true);
	});

	test('a lead that arrived in an earlier run need not be written again', () => {
		const rows = [row(1, 'Ada', '2026-01-01T11:59:00.000Z'), row(2, 'Bob')];
		const result = compareLeads([lead('Ada')], rows, began);
		expect(result).toMatchObject({ added: 0, updated: 1, missing: [], surplus: [rows[1]] });
		expect(compareLeads([lead('Ada')], rows.slice(0, 1), began)).toMatchObject({ surplus: [] });
	});

	test('a changed field and a doubled row are found', () => {
		const leads = [lead('Ada')];
		const changed = { ...row(1, 'Ada'), status: 'contacted' };
		expect(compareLeads(leads, [changed], began)).toMatchObject({
			missing: leads,
			surplus: [changed],
		});
		expect(compareLeads(leads, [row(1, 'Ada'), row(2, 'Ada')], began).surplus).toHaveLength(1);
	});

	test('no leads at all is not a success', () => {
		expect(allArrived([], compareLeads([], [], began))).toBe(false);
	});
});
