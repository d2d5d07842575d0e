import type { IDataObject } from 'n8n-workflow';

import { leadUpdated } from '../../../../nodes/AgentSuite/resources/lead/updated.event';
import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads';
import { difference } from '../../../../nodes/AgentSuite/trigger/difference/difference';
import { itemSince } from '../../../../nodes/AgentSuite/trigger/difference/itemSince';
import { partsAt } from '../../../../nodes/AgentSuite/trigger/difference/rows';
import { lead } from '../leads';
import { parametersOf } from '../poller';

const now = lead('a');
const read = (record: IDataObject) => difference(leads, [record], { today: 1 });
const valuesOf = (record: IDataObject) => partsAt(read(record).snapshot.rows, 0);
const latest = valuesOf(now);
const edited = valuesOf({ ...now, phone: '1' });

/** What is returned for the record, from an event that it matches as a change only. */
const since = (earlier: Partial<Parameters<typeof itemSince>[3]>, record = now) =>
	itemSince(leadUpdated, read(record), parametersOf(leadUpdated), { row: 0, latest, ...earlier });

test('as it was delivered, and nothing else was tried: nothing', () => {
	expect(since({ delivered: latest })).toBe('unchanged');
	expect(since({ delivered: latest, tried: latest })).toBe('unchanged');
});

test('never delivered, it is a new record, even if it was tried', () => {
	expect(since({})).toBe('unmatched');
	expect(since({ tried: edited })).toBe('unmatched');
});

test('the change since the delivery, or since a try if it is as it was delivered', () => {
	const change = { changedFields: ['phone'] };
	expect(since({ delivered: edited, tried: latest })).toMatchObject(change);
	expect(since({ delivered: latest, tried: edited })).toMatchObject(change);
});

test('a restart has forgotten what was tried: each field can have changed', () => {
	const documented = ['firstName', 'lastName', 'email', 'phone', 'status'];
	const unknown = { delivered: latest, tried: 'forgotten' } as const;
	expect(since(unknown)).toMatchObject({ changedFields: documented, previousStatus: null });
	const record = { ...now, city: 'Oslo' };
	expect(
		since({ ...unknown, latest: valuesOf(record), delivered: valuesOf(record) }, record),
	).toMatchObject({
		changedFields: [...documented, 'city'],
	});
});
