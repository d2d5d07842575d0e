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

test('the records of a write are shaped for each item, so its parameters are not kept', () => {
	const records = [{ name: 'A' }];
	const shape = (given: IDataObject[]) => [...given];
	const shaped = (effect: 'read' | 'create') =>
		[1, 2].map(() => shapedRecords(records, { effect, shape }, { options: {} }));
	const [read, same] = shaped('read');
	expect(same).toBe(read);
	const [written, other] = shaped('create');
	expect(other).not.toBe(written);
});
