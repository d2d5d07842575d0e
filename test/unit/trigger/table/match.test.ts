import type { IDataObject } from 'n8n-workflow';

import {
	articleCreated,
	leadCreatedOrUpdated,
} from '../../../../nodes/AgentSuite/resources/events';
import { poller } from '../poller';

/** A lead of one and the same conversation. */
const lead = (firstName: string, email: string, phone: string): IDataObject => ({
	agentConversationId: 'a',
	firstName,
	email,
	phone,
});

/** What the last of these lists returns, as "key: changeType". All records of the first list are known. */
function lastOf(...lists: IDataObject[][]): string[] {
	const { poll, keys } = poller(leadCreatedOrUpdated);
	const items = lists.map((list) => poll(list)).at(-1) ?? [];
	return items.map(({ changeType }, index) => `${String(keys()[index])}: ${String(changeType)}`);
}

const ada = lead('Ada', 'one@example.com', '1');
const bob = lead('Bob', 'two@example.com', '2');
/** The contacts of Ada, another name. */
const ann = { ...ada, firstName: 'Ann' };

describe('nothing has changed', () => {
	test('at another place: each record keeps its row, even if contacts are equal', () => {
		expect(lastOf([ada, ann, bob], [ann, bob, ada])).toEqual([]);
	});

	test('at the same place, counted from the start or from the end: equal records keep their rows', () => {
		expect(lastOf([ada, ann, bob], [ada, ada, bob], [ann, ada, bob])).toEqual(['a: updated']);
		const [cleo, dan] = [lead('Cleo', '', '3'), lead('Dan', '', '4')];
		expect(lastOf([ada, bob, ann], [ada, bob, ada], [cleo, dan, bob, ada])).toEqual([
			'a#4: created',
			'a#5: created',
		]);
	});

	test('at the same place from the start, before one from the end', () => {
		const cleo = lead('Cleo', '', '3');
		const longer = [
			[ada, ada, bob, cleo],
			[ann, ada, bob, cleo],
		];
		expect(lastOf([ada, ann, bob], [ada, ada, bob], ...longer)).toEqual(['a: updated']);
	});

	test('in a row that has left the list', () => {
		expect(lastOf([ada, ann], [ada], [ada, ann])).toEqual([]);
		const plain = lead('Plain', '', '');
		expect(lastOf([plain, bob], [bob], [bob, plain])).toEqual([]);
	});
});

test('in another conversation, at the same place: it is another record', () => {
	expect(lastOf([ada], [{ ...ada, agentConversationId: 'z' }])).toEqual(['z: created']);
});

describe('a record that is listed twice', () => {
	test('takes no row', () => {
		expect(lastOf([ada], [ada, ada])).toEqual([]);
		expect(lastOf([], [ada, ada])).toEqual(['a: created']);
	});

	test('takes the row of a listed record that nothing else takes, because an edit made it equal', () => {
		expect(lastOf([ada, ann], [ada, ada])).toEqual(['a#2: updated']);
	});

	test('takes no row that has left the list', () => {
		expect(lastOf([ada, ann], [ada], [ada, ada])).toEqual([]);
	});

	test('leaves a row to a record that was edited', () => {
		const cleo = lead('Cleo', 'one@example.com', '3');
		const { poll } = poller(leadCreatedOrUpdated);
		poll([ada, lead('Bob', 'one@example.com', '2')]);
		expect(poll([ada, ada, cleo])).toMatchObject([{ firstName: 'Cleo', changeType: 'updated' }]);
	});
});

describe('a contact is the same', () => {
	test('both, before only one', () => {
		const [one, two] = [lead('One', 'same@example.com', '1'), lead('Two', 'same@example.com', '2')];
		const edited = [two, one].map((each) => ({ ...each, lastName: 'Edited' }));
		expect(lastOf([one, two], edited)).toEqual(['a#2: updated', 'a: updated']);
	});

	test('only one: before a new record that has none of them', () => {
		const edited = { ...ada, email: 'other@example.com' };
		expect(lastOf([ada], [bob, edited])).toEqual(['a#2: created', 'a: updated']);
	});

	test('both, in a row that has left the list', () => {
		expect(lastOf([ada, bob], [bob], [bob, ann])).toEqual(['a: updated']);
		const phone = lead('Phone', '', '5');
		const renamed = { ...phone, firstName: 'Renamed' };
		expect(lastOf([phone, bob], [bob], [bob, renamed])).toEqual(['a: updated']);
	});

	test('only one, in a row that has left the list, with another name: it is another record', () => {
		const other = { ...ann, phone: '3' };
		expect(lastOf([ada, bob], [bob], [bob, other])).toEqual(['a#3: created']);
	});

	test('two empty ones are not the same', () => {
		const [left, fresh] = [lead('Left', '', ''), lead('Fresh', '', '')];
		expect(lastOf([left, bob], [bob], [bob, fresh])).toEqual(['a#3: created']);
	});
});

describe('no contact is the same', () => {
	const moved = { ...ada, email: 'new@example.com', phone: '3' };

	test('but the name: it is an edit, also in a row that has left the list', () => {
		expect(lastOf([ada, bob], [bob, moved])).toEqual(['a: updated']);
		expect(lastOf([ada, bob], [bob], [bob, moved])).toEqual(['a: updated']);
	});

	test('nor the name: it is somebody else, while the list lacks the first one, who keeps the key', () => {
		expect(lastOf([ada], [bob])).toEqual(['a#2: created']);
		expect(lastOf([ada], [bob], [ada, bob])).toEqual([]);
	});

	test('the first lead has none yet: it gets contacts and a name, and stays the same one', () => {
		const unknown = lead('', '', '');
		expect(lastOf([unknown], [ada])).toEqual(['a: updated']);
		expect(lastOf([unknown], [], [{ ...unknown, status: 'contacted' }])).toEqual(['a: updated']);
	});

	test('two of a conversation have none: nobody can tell which it is', () => {
		const [one, two] = [lead('', '', ''), { ...lead('', '', ''), status: 'contacted' }];
		expect(lastOf([one, two], [ada])).toEqual(['a#3: created']);
		expect(lastOf([one], [ada, bob])).toEqual(['a#2: created', 'a#3: created']);
	});
});

test('an identity that is compared as a part too has two different hashes', () => {
	const { poll, table } = poller(articleCreated);
	poll([{ id: '1' }]);
	const { rows } = table();
	expect(rows.identities[0]).not.toBe(rows.parts[0][0]);
});
