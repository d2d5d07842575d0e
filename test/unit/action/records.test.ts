import type { IDataObject } from 'n8n-workflow';

import { matchingRecords, shapedRecords } from '../../../nodes/AgentSuite/action/records';
import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';

test('150 items that search one response: the records are shaped once, and indexed once for each filter', () => {
	let indexed = 0;
	let shaped = 0;
	const operation = {
		...leadGetAll,
		shape: (records: IDataObject[]) => {
			shaped++;
			return records;
		},
		filters: leadGetAll.filters.map((filter) => ({
			...filter,
			search: (records: IDataObject[]) => {
				indexed++;
				return filter.search(records);
			},
		})),
	};
	const records = Array.from({ length: 150 }, (_none, lead) => ({ email: `${lead}@example.com` }));
	for (const record of records) {
		const inShape = shapedRecords(records, operation, { options: {} });
		expect(matchingRecords(inShape, operation.filters, { email: record.email })).toEqual([record]);
	}
	expect([shaped, indexed]).toEqual([1, 1]);
});
