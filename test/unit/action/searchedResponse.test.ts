import type { IDataObject } from 'n8n-workflow';

import { SearchedResponse } from '../../../nodes/AgentSuite/action/searchedResponse';
import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';

const facts = { request: 'GET /agent/lead', tokens: '5 charged' };

test('150 items that search one response: the records are prepared once, and indexed once for each filter', () => {
	let indexed = 0;
	let enriched = 0;
	const operation = {
		...leadGetAll,
		addFromList: (records: IDataObject[]) => {
			enriched++;
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
	const list = new SearchedResponse({ records, facts }, operation);
	for (const record of records)
		expect(list.matching({ options: {} }, { email: record.email })).toEqual([record]);
	expect([enriched, indexed]).toEqual([1, 1]);
});

test('items that include secrets, and those that do not, search different records', () => {
	const records = [{ name: 'A', config: { key: 's' } }];
	const secrets = { paths: ['config'], option: 'the configuration' };
	const response = { kind: 'list', documented: {}, secrets } as const;
	const list = new SearchedResponse({ records, facts }, { response, filters: [] });
	const searched = (includeSecrets: boolean) => list.matching({ options: { includeSecrets } }, {});
	for (const includes of [false, true, false]) {
		expect(searched(includes)).toEqual(includes ? records : [{ name: 'A' }]);
		expect(searched(includes)).toBe(searched(includes));
	}
});
