import type { IDataObject } from 'n8n-workflow';

import { articleCreated, leadCreated } from '../../../../nodes/AgentSuite/resources/events';
import { leads } from '../../../../nodes/AgentSuite/resources/lead/leads';
import { difference } from '../../../../nodes/AgentSuite/trigger/difference/difference';
import { partsAt } from '../../../../nodes/AgentSuite/trigger/difference/rows';
import { lead } from '../leads';
import { poller } from '../poller';

const today = 20_000;
const [ada, bob, cleo, dan] = ['a', 'b', 'c', 'd'].map((conversation) => lead(conversation));
const known = difference(leads, [ada, bob, cleo], { today }).snapshot;
const edited = { ...bob, firstName: 'Edited' };
const before = expect.objectContaining({ changed: ['firstName'] }) as unknown;

test('what is new, what has changed from what, and where each row is now', () => {
	const { changes, movedTo, records } = difference(leads, [edited, dan, ada], { known, today });
	expect(changes).toEqual([
		{ row: 0, isNew: false, before, was: partsAt(known.rows, 1) },
		{ row: 1, isNew: true },
	]);
	// Rows of records that have left come last.
	expect(movedTo).toEqual([2, 0, 3]);
	expect(records).toEqual([edited, dan, ada]);
});

test('a row that is forgotten has no place', () => {
	const later = today + 30;
	const { snapshot } = difference(leads, [ada], { known, today });
	expect(difference(leads, [ada], { known: snapshot, today: later }).movedTo).toEqual([
		0,
		undefined,
		undefined,
	]);
});

test('unchanged records too, if all are asked for', () => {
	const options = { known, today, includeUnchanged: true };
	expect(difference(leads, [ada, edited], options).changes).toEqual([
		{ row: 0, isNew: false },
		{ row: 1, isNew: false, before, was: partsAt(known.rows, 1) },
	]);
	expect(difference(leads, [ada], { today, includeUnchanged: true }).changes).toEqual([
		{ row: 0, isNew: true },
	]);
	expect(difference(leads, [ada], { today }).changes).toEqual([]);
});

test('the list stays as it is, because other triggers use it', () => {
	const listed: IDataObject[] = [{ id: '2' }, { id: '1' }];
	const { records } = difference(articleCreated.list, Object.freeze(listed) as IDataObject[], {
		today,
	});
	expect(records).toEqual([{ id: '1' }, { id: '2' }]);
});

test('a new lead gets the next number, in whatever order the others are listed', () => {
	const { poll, keys } = poller(leadCreated);
	const [one, two, three] = Array.from({ length: 3 }, () => lead('a'));
	poll([one, two, three]);
	poll([three, one, two, lead('a')]);
	expect(keys()).toEqual(['a#4']);
	// Three rows have left, and the highest is not the last.
	poll([two]);
	poll([two, lead('a')]);
	expect(keys()).toEqual(['a#5']);
});

test('current texts come first, because only some are stored', () => {
	const { snapshot } = difference(leads, [{ ...ada, status: 'new' }], { known, today });
	expect([...snapshot.literals.values()]).toEqual(['new', 'interested']);
});
