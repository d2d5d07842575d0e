import type { IDataObject } from 'n8n-workflow';

import * as events from '../../../nodes/AgentSuite/resources/events';
import { testItems } from '../../../nodes/AgentSuite/trigger/preview';
import { parametersOf } from '../trigger/poller';

/** What a test event shows of these records. */
function shown(name: keyof typeof events, records: IDataObject[], parameters: object = {}) {
	const event = events[name];
	return testItems({ event, parameters: parametersOf(event, parameters) }, records);
}

const leads = [
	{ email: 'contacted@example.com', status: 'contacted' },
	{ email: 'untouched@example.com', status: 'not-contacted' },
];

test('an update has another status before, and names it', () => {
	const update = { changedFields: ['status'] };
	expect(shown('leadUpdated', leads)).toMatchObject([
		{ ...leads[0], ...update, previousStatus: 'not-contacted' },
		{ ...leads[1], ...update, previousStatus: 'contacted' },
	]);
	expect(shown('leadStatusChanged', leads)).toMatchObject([
		{ ...leads[0], previousStatus: 'not-contacted' },
		{ ...leads[1], previousStatus: 'contacted' },
	]);
});

test('created or updated: both, if the leads allow it', () => {
	expect(shown('leadCreatedOrUpdated', leads)).toMatchObject([
		{ changeType: 'updated', changedFields: ['status'], previousStatus: 'not-contacted' },
		{ changeType: 'created', changedFields: [], previousStatus: null },
	]);
});

test.each(['leadUpdated', 'leadStatusChanged', 'leadCreatedOrUpdated'] as const)(
	'%s: the filter applies',
	(name) => {
		expect(shown(name, leads, { status: ['contacted'] })).toMatchObject([leads[0]]);
	},
);

test('a platform is shown as if it were invalid', () => {
	const platforms = [{ id: 'p', invalidConfig: false }, { id: 'q' }];
	expect(shown('platformInvalid', platforms)).toEqual(
		platforms.map((platform) => ({ ...platform, invalidConfig: true })),
	);
});

test.each([
	[5163, 499],
	[500, 499],
	[320, 499],
])(
	'a balance of %i is shown as %i, just below the threshold, which the hint says',
	(totalTokenCount, expected) => {
		const balance = { mainTokenCount: totalTokenCount, extraTokenCount: 0, totalTokenCount };
		expect(shown('balanceLow', [balance], { threshold: 500 })).toEqual([
			{
				mainTokenCount: expected,
				extraTokenCount: 0,
				totalTokenCount: expected,
				threshold: 500,
				recovered: false,
			},
		]);
		expect(events.balanceLow.testEventHint).toContain('1 below the threshold');
	},
);
