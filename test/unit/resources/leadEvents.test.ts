import type { IDataObject } from 'n8n-workflow';

import {
	leadCreated,
	leadCreatedOrUpdated,
	leadStatusChanged,
	leadUpdated,
} from '../../../nodes/AgentSuite/resources/events';
import { hasStatus } from '../../../nodes/AgentSuite/resources/lead/status';
import { lead } from '../trigger/leads';
import { omit, poller } from '../trigger/poller';

describe('leadCreated', () => {
	test('a status filter looks at the status with which a lead appears', () => {
		const { poll } = poller(leadCreated, { status: ['contacted'] });
		poll([]);
		const [wanted, other] = [lead('a', { status: 'Contacted' }), lead('b')];
		expect(poll([wanted, other])).toEqual([wanted]);
		expect(poll([wanted, { ...other, status: 'contacted' }])).toEqual([]);
	});
});

test('what has changed replaces a field of the service with the same name', () => {
	const { poll } = poller(leadUpdated);
	const known = lead('a', { changedFields: 'of the service', status: 'interested' });
	poll([known]);
	const changed = { ...known, status: 'contacted' };
	expect(poll([changed])).toMatchObject([{ changedFields: ['status'] }]);
});

test('a status filter that evaluated to nothing matches no lead, not even one without a status', () => {
	expect([lead('a'), lead('b', { status: '' })].map((one) => hasStatus(one, ['']))).toEqual([
		false,
		false,
	]);
});

describe('leadStatusChanged', () => {
	test('contains the earlier status, documented or not', () => {
		const { poll } = poller(leadStatusChanged);
		const first = lead('a', { status: 'interested' });
		expect(poll([first])).toEqual([]);
		const steps = ['contacted', 'won at last', '__proto__', 'toString', 'not-interested'];
		let previousStatus: unknown = 'interested';
		for (const status of steps) {
			const now = { ...first, status };
			expect(poll([now])).toEqual([{ ...now, previousStatus }]);
			expect(poll([{ ...now, firstName: `Other ${status}` }])).toEqual([]);
			expect(poll([now])).toEqual([]);
			previousStatus = status;
		}
	});

	test('an earlier status that was empty is null', () => {
		for (const status of [null, '', undefined]) {
			const { poll } = poller(leadStatusChanged);
			poll([lead('a', { status })]);
			expect(poll([lead('a')])).toMatchObject([{ previousStatus: null }]);
		}
	});

	test.each([
		[undefined, [null]],
		[true, [null]],
		[false, []],
	])('a new lead that passes the filter, with includeNewLeads %s: %j', (includeNewLeads, found) => {
		const { poll } = poller(leadStatusChanged, {
			status: ['interested'],
			options: { includeNewLeads },
		});
		const known = lead('a');
		poll([known]);
		const items = poll([known, lead('b'), lead('c', { status: 'contacted' })]);
		expect(items.map(({ previousStatus }) => previousStatus)).toEqual(found);
	});
});

describe('leadUpdated', () => {
	test('names all undocumented fields if one changes, and says so if none is left', () => {
		const { poll } = poller(leadUpdated);
		const first = lead('a', { company: 'One' });
		poll([first]);
		const now = { ...first, company: 'Two', status: 'contacted' };
		const changedFields = ['status', 'company'];
		expect(poll([now])).toEqual([{ ...now, changedFields, previousStatus: 'interested' }]);
		const less = omit(now, 'company');
		expect(poll([less])).toEqual([{ ...less, changedFields: ['removed field'] }]);
		expect(poll([{ ...less, city: 'Oslo' }])).toMatchObject([{ changedFields: ['city'] }]);
		expect(poll([{ ...less, town: 'Oslo' }])).toMatchObject([{ changedFields: ['town'] }]);
	});

	test('an equivalent value is not a change', () => {
		const { poll } = poller(leadUpdated);
		const first = lead('a', {
			city: 'Oslo',
			more: { one: 1, two: [{ a: 1, b: null }] },
			none: null,
		});
		poll([first]);
		const less = omit(first, 'none');
		for (const same of [
			less,
			{ ...less, none: undefined, other: null },
			Object.fromEntries(Object.entries(first).reverse()) as IDataObject,
			{ ...first, more: { two: [{ a: 1 }], one: 1 } },
		]) {
			expect(poll([same])).toEqual([]);
		}
		expect(poll([{ ...first, more: { one: 1, two: [{ a: 2 }] } }])).toHaveLength(1);
		const without = omit(lead('b', { email: null }), 'email');
		poll([without]);
		expect(poll([{ ...without, email: null }])).toEqual([]);
	});
});

describe('leadCreatedOrUpdated', () => {
	test('says which', () => {
		const { poll, keys } = poller(leadCreatedOrUpdated);
		const created = { changeType: 'created', changedFields: [], previousStatus: null };
		const [first, second] = [lead('a'), lead('a')];
		expect(poll([first], true)).toEqual([{ ...first, ...created }]);
		const now = { ...first, status: 'contacted', email: 'new@example.com' };
		expect(poll([second, now])).toEqual([
			{ ...second, ...created },
			{
				...now,
				changeType: 'updated',
				changedFields: ['email', 'status'],
				previousStatus: 'interested',
			},
		]);
		expect(keys()).toEqual([expect.stringMatching(/^a#[0-9a-f]{8}$/), 'a']);
		expect(poll([second, { ...now, firstName: 'Other' }])).toEqual([
			{ ...now, firstName: 'Other', changeType: 'updated', changedFields: ['firstName'] },
		]);
	});
});
