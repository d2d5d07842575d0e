import type { IDataObject } from 'n8n-workflow';

import {
	articleCreated,
	leadCreatedOrUpdated,
} from '../../../../nodes/AgentSuite/resources/events';
import { leadSuffix } from '../../../../nodes/AgentSuite/resources/lead/leadKey';
import { murmur } from '../../../../nodes/AgentSuite/records/hash';
import { poller } from '../poller';

/** A lead of one and the same conversation. */
const lead = (firstName: string, email: string, phone: string): IDataObject => ({
	agentConversationId: 'a',
	firstName,
	email,
	phone,
});

/** A key with the name of the lead that had the contact when it got its suffix. Equal contacts count on: "a#Ada+1". */
function named(key: string, leads: IDataObject[]): string {
	const [, identity, hex] = /^(.*?)(?:#([0-9a-f]{8}))?$/.exec(key)!;
	if (!hex) return key;
	for (const step of [0, 1, 2]) {
		const known = leads.find((each) => leadSuffix(each) === parseInt(hex, 16) - step);
		if (known) return `${identity}#${String(known.firstName)}${step > 0 ? `+${step}` : ''}`;
	}
	throw new Error(`Nobody has the suffix ${hex}`);
}

/** What the last of these lists returns, as "key: changeType". All records of the first list are known. */
function lastOf(...lists: IDataObject[][]): string[] {
	const { poll, keys } = poller(leadCreatedOrUpdated);
	const items = lists.map((list) => poll(list)).at(-1) ?? [];
	return items.map(
		({ changeType }, index) =>
			`${named(String(keys()[index]), lists.flat())}: ${String(changeType)}`,
	);
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
		expect(lastOf([ada, ann, bob], [ada, ada, bob], [ann, ada, bob])).toEqual(['a#Ada: updated']);
		const [cleo, dan] = [lead('Cleo', '', '3'), lead('Dan', '', '4')];
		expect(lastOf([ada, bob, ann], [ada, bob, ada], [cleo, dan, bob, ada])).toEqual([
			'a#Cleo: created',
			'a#Dan: created',
		]);
		const lists = [
			[ada, bob, ann],
			[ada, bob, ada],
			[cleo, dan, bob, ada],
		];
		expect(lastOf(...lists, [cleo, dan, bob, ann])).toEqual(['a#Ada+1: updated']);
	});

	test('at the same place from the start, before one from the end', () => {
		const cleo = lead('Cleo', '', '3');
		const longer = [
			[ada, ada, bob, cleo],
			[ann, ada, bob, cleo],
		];
		expect(lastOf([ada, ann, bob], [ada, ada, bob], ...longer)).toEqual(['a#Ada: updated']);
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
		expect(lastOf([ada, ann], [ada, ada])).toEqual(['a#Ada+1: updated']);
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
		expect(lastOf([one, two], edited)).toEqual(['a#One+1: updated', 'a#One: updated']);
	});

	test('only one: before a new record that has none of them', () => {
		const edited = { ...ada, email: 'other@example.com' };
		expect(lastOf([ada], [bob, edited])).toEqual(['a#Bob: created', 'a: updated']);
	});

	test('both, in a row that has left the list', () => {
		expect(lastOf([ada, bob], [bob], [bob, ann])).toEqual(['a#Ada: updated']);
		const phone = lead('Phone', '', '5');
		const renamed = { ...phone, firstName: 'Renamed' };
		expect(lastOf([phone, bob], [bob], [bob, renamed])).toEqual(['a#Phone: updated']);
	});

	test('only one, in a row that has left the list, with another name: it is another record', () => {
		const other = { ...ann, phone: '3' };
		expect(lastOf([ada, bob], [bob], [bob, other])).toEqual(['a#Ada+1: created']);
	});

	test('two empty ones are not the same', () => {
		const [left, fresh] = [lead('Left', '', ''), lead('Fresh', '', '')];
		expect(lastOf([left, bob], [bob], [bob, fresh])).toEqual(['a#Fresh: created']);
	});
});

describe('no contact is the same', () => {
	const moved = { ...ada, email: 'new@example.com', phone: '3' };

	test('but the name: it is an edit, also in a row that has left the list', () => {
		expect(lastOf([ada, bob], [bob, moved])).toEqual(['a#Ada: updated']);
		expect(lastOf([ada, bob], [bob], [bob, moved])).toEqual(['a#Ada: updated']);
	});

	test('the first lead has none yet, and is listed twice once it has: it stays the same one', () => {
		expect(lastOf([lead('', '', '')], [ada, ada])).toEqual(['a: updated']);
	});

	test('nor the name: it is somebody else, while the list lacks the first one, who keeps the key', () => {
		expect(lastOf([ada], [bob])).toEqual(['a#Bob: created']);
		expect(lastOf([ada], [bob], [ada, bob])).toEqual([]);
	});

	test('the first lead has none yet: it gets contacts and a name, and stays the same one', () => {
		const unknown = lead('', '', '');
		expect(lastOf([unknown], [ada])).toEqual(['a: updated']);
		expect(lastOf([unknown], [], [{ ...unknown, status: 'contacted' }])).toEqual(['a: updated']);
	});

	test('it has lost all of them, and its name, and stays the same one', () => {
		expect(lastOf([ada], [lead('', '', '')])).toEqual(['a: updated']);
	});

	test('two empty names are not the same', () => {
		const [left, fresh] = [lead('', 'x@example.com', '1'), lead('', 'y@example.com', '2')];
		expect(lastOf([left], [fresh])).toEqual(['a#: created']);
	});

	test('two of a conversation have none: nobody can tell which it is', () => {
		const [one, two] = [lead('', '', ''), { ...lead('', '', ''), status: 'contacted' }];
		expect(lastOf([one, two], [ada])).toEqual(['a#Ada: created']);
		expect(lastOf([one], [ada, bob])).toEqual(['a#Ada: created', 'a#Bob: created']);
	});
});

test('a unique identity with the hash of another one is another record', () => {
	const seen = new Map<number, string>();
	let [one, other] = ['', ''];
	for (let index = 0; one === ''; index++) {
		const hash = murmur(`article ${index}`, 1);
		[one, other] = [seen.get(hash) ?? '', `article ${index}`];
		seen.set(hash, other);
	}
	const { poll } = poller(articleCreated);
	poll([{ id: one }]);
	expect(poll([{ id: other }])).toMatchObject([{ id: other }]);
});

test('an identity that is compared as a part too has two different hashes', () => {
	const { poll, table } = poller(articleCreated);
	poll([{ id: '1' }]);
	const { rows } = table();
	expect(rows.identities[0]).not.toBe(rows.parts[0][0]);
});
