import type { IDataObject } from 'n8n-workflow';

import * as events from '../../../nodes/AgentSuite/resources/events';
import { poller } from './poller';

/** JSON that is nested too deeply to be read to its end. */
const deep = JSON.parse('['.repeat(6000) + ']'.repeat(6000)) as IDataObject[];
const values: Array<[string, unknown]> = [
	['null', null],
	['a boolean', true],
	['a number', 1e308],
	['a list', [1, [null]]],
	['an object', { a: { b: 1 } }],
	['an object that hides its methods', { toString: 'x', valueOf: 'x', toJSON: 'x' }],
	['half a character', '\ud83d'],
	['a megabyte', 'x'.repeat(1_000_000)],
	['6000 levels', deep],
];
const parameters = { status: [], options: {}, simplify: true, threshold: 500 };

describe.each(Object.values(events).filter(({ event }) => event !== 'balanceLow'))(
	'$event',
	({ list, ...event }) => {
		const { documented } = list.operation.response;
		const sample = event.example?.(documented, parameters).record ?? documented;
		const records = ['a', 'b', 'c'].map((id) => ({
			...sample,
			...('id' in sample ? { id } : { agentConversationId: id }),
		}));
		const fields = [...Object.keys(sample), 'unknownField'];

		test.each(values)('%s in any field of one record does not stop the others', (_what, value) => {
			for (const field of fields) {
				const { poll } = poller({ ...event, list }, parameters);
				poll([]);
				const odd = { ...records[1], [field]: value } as IDataObject;
				const [first, , last] = records;
				// As an odd record, then as one that becomes odd.
				for (const listed of [[first], [first, odd], [first, odd, last], [first, records[1], last]])
					poll(listed);
				expect(() => poll([first, odd, last])).not.toThrow();
				expect(poll([first, odd, last])).toEqual([]);
			}
		});
	},
);

test('an odd record is new once, and changed once, like any other', () => {
	const { poll } = poller(events.leadCreatedOrUpdated, parameters);
	const lead = { agentConversationId: 'a', firstName: 'Ada', email: { toString: 'x' }, more: deep };
	poll([]);
	expect(poll([lead])).toMatchObject([{ changeType: 'created' }]);
	expect(poll([lead])).toEqual([]);
	expect(poll([{ ...lead, email: { toString: 'y' } }])).toMatchObject([
		{ changedFields: ['email'] },
	]);
});
