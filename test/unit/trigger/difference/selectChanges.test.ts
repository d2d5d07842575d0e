import type { IDataObject } from 'n8n-workflow';

import { recordList } from '../../../../nodes/AgentSuite/action/items';
import { leadGetAll } from '../../../../nodes/AgentSuite/resources/lead/getAll.operation';
import * as table from '../../../../nodes/AgentSuite/resources/events';
import { countOf, listedIn } from '../../../../nodes/AgentSuite/trigger/difference/rows';
import { lead } from '../leads';
import { poller } from '../poller';

const { leadCreated, leadCreatedOrUpdated, articleCreated } = table;

/** As docs/events.md says. */
const REMEMBERED_DAYS = 30;

describe('new leads', () => {
	test('a lead that is listed twice is one lead, at any place', () => {
		const twice = [lead('a'), lead('b')];
		const [one, other] = twice;
		for (const lists of [
			[[one], [one, other, one], [one, one, other], [other, one], [one, other, other, one]],
			[[one, one], [one, one, one], [one], [one, other, one], [other, one, one]],
		]) {
			const { poll } = poller(leadCreated);
			const items = lists.map((list) => poll(list));
			expect(items.flat()).toEqual([other]);
			expect(poll([...lists[4], { ...one, status: 'contacted' }])).toHaveLength(1);
		}
		expect(poller(leadCreated).poll([one, other, one], true)).toEqual(twice);
	});

	test('one that leaves and comes back is not new for 30 days', () => {
		const { poll, pass, snapshot } = poller(leadCreated);
		const removed = () => countOf(snapshot().rows) - listedIn(snapshot().rows);
		const [stays, leaves] = [lead('a'), lead('b')];
		poll([stays, leaves]);
		expect(poll([stays])).toEqual([]);
		pass(REMEMBERED_DAYS - 1);
		poll([stays]);
		expect(removed()).toBe(1);
		expect(poll([stays, leaves])).toEqual([]);
		expect(removed()).toBe(0);
		poll([stays]);
		pass(REMEMBERED_DAYS);
		poll([stays]);
		expect(removed()).toBe(0);
		expect(poll([stays, leaves])).toEqual([leaves]);
	});

	test('the 30 days count from the first poll without it, however many follow', () => {
		const { poll, pass } = poller(leadCreated);
		const [stays, leaves] = [lead('a'), lead('b')];
		poll([stays, leaves]);
		for (let days = 0; days <= REMEMBERED_DAYS; days++) {
			expect(poll([stays])).toEqual([]);
			pass(1);
		}
		expect(poll([stays, leaves])).toEqual([leaves]);
	});

	test('a list that shrinks and comes back makes nothing new for 30 days, however long it is', () => {
		const { poll, pass } = poller(leadCreated);
		const all = Array.from({ length: 110_000 }, (_, index) => lead(`c${index}`));
		poll(all);
		for (const list of [[], all.slice(50_000)]) {
			expect(poll(list)).toEqual([]);
			pass(REMEMBERED_DAYS - 1);
			expect(poll(all)).toEqual([]);
		}
	});

	test('without a conversation the contact fields tell', () => {
		const { poll } = poller(leadCreated);
		const [first, second, third] = [
			lead(null),
			lead(null, { email: undefined }),
			lead(null, { email: '', phone: '' }),
		];
		poll([first]);
		expect(poll([first, second, third])).toEqual([second, third]);
		const edited = [
			{ ...first, status: 'contacted' },
			{ ...second, firstName: 'X' },
			{ ...third, status: 'contacted' },
		];
		expect(poll(edited)).toEqual([]);
	});

	test('100,000 known leads take at most 32 bytes each, and the new ones among them are found', () => {
		const { poll, size } = poller(leadCreated);
		const all = Array.from({ length: 100_000 }, (_, index) => lead(`c${index}`));
		poll(all);
		expect(size()).toBeLessThan(32 * all.length);
		const added = [lead('new 1'), lead('new 2')];
		expect(poll([added[0], ...all, added[1]])).toEqual(added);
	});

	test('100,000 leads of one conversation are also matched', () => {
		const { poll } = poller(leadCreated);
		const all = Array.from({ length: 100_000 }, () => lead('a'));
		poll(all);
		const added = [lead('a'), lead('a')];
		expect(poll([...all, ...added])).toHaveLength(2);
	});
});

describe('two leads of one conversation', () => {
	const first = lead('a');

	test.each<[string, IDataObject]>([
		['status', { status: 'contacted' }],
		['phone', { phone: '+1' }],
		['contact', { email: 'other@example.com', phone: '+1' }],
		['contact, which one of them does not have', { email: '', phone: null }],
		['every field', lead('a', { status: 'contacted' })],
	])('stay two when they become equal by their %s', (_what, other) => {
		const [second, third] = [{ ...first, ...other }, lead('b')];
		for (const [stays, edited] of [
			[first, second],
			[second, first],
		]) {
			for (const list of [
				[stays, edited, third],
				[edited, third, stays],
			]) {
				const { poll, keys } = poller(leadCreatedOrUpdated);
				poll(list, true);
				const key = keys()[list.indexOf(edited)];
				const equal = list.map((record) => (record === edited ? stays : record));
				const changedFields = Object.keys(other).filter((name) => stays[name] !== edited[name]);
				expect(poll(equal)).toMatchObject([{ ...stays, changeType: 'updated', changedFields }]);
				expect(keys()).toEqual([key]);
				expect(poll(equal)).toEqual([]);
				expect(poll(list)).toMatchObject([{ ...edited, changeType: 'updated' }]);
				expect(keys()).toEqual([key]);
			}
		}
	});
});

describe('leadKey', () => {
	test('stays with its lead, whatever is edited, reordered, removed or added', () => {
		const { poll, keys } = poller(leadCreatedOrUpdated);
		const all = ['a', 'b', 'a', 'a', 'b'].map((conversation) => lead(conversation));
		poll(all, true);
		expect(keys()).toEqual(['a', 'b', 'a#2', 'a#3', 'b#2']);
		const edited = all.map((record) => ({ ...record, email: `new.${String(record.email)}` }));
		poll([...edited].reverse());
		expect(keys()).toEqual(['b#2', 'a#3', 'a#2', 'b', 'a']);
		// Its key is not given to another while it is remembered.
		poll(edited.slice(0, 3));
		poll([...edited.slice(0, 3), lead('a'), lead('c')]);
		expect(keys()).toEqual(['a#4', 'c']);
		poll(edited);
		poll(all);
		expect(keys()).toEqual(['a', 'b', 'a#2', 'a#3', 'b#2']);
	});

	test('without a conversation: the email address, else the digits of the phone number, else the name', () => {
		const { poll, keys } = poller(leadCreatedOrUpdated);
		const none = { email: null, phone: '' };
		poll(
			[
				lead(null, { email: ' Ada@Example.COM ' }),
				lead(null, { email: 'ada@example.com' }),
				lead(null, { email: '', phone: '+1 (555) 01' }),
				lead(null, { ...none, firstName: 'Ada', lastName: 'L' }),
				lead('', { email: 'x@example.com' }),
			],
			true,
		);
		expect(keys()).toEqual([
			'ada@example.com',
			'ada@example.com#2',
			'155501',
			'ada l',
			'x@example.com',
		]);
	});

	test('is the same in Get Many, from the whole list, whatever the filters', () => {
		const { poll, keys } = poller(leadCreatedOrUpdated);
		const twin = lead('a');
		const all = [twin, lead('a'), { ...twin }, lead('b'), lead('a', { status: 'contacted' })];
		poll(all, true);
		const parameters = { returnAll: true, filters: {} };
		const list = recordList(all);
		const items = leadGetAll.items?.(list, parameters) ?? [];
		expect(items.map(({ leadKey }) => leadKey)).toEqual(['a', 'a#2', 'a', 'b', 'a#3']);
		expect(keys()).toEqual(['a', 'a#2', 'b', 'a#3']);
		const filters = { status: ['contacted'] };
		expect(leadGetAll.items?.(list, { ...parameters, filters })).toMatchObject([
			{ leadKey: 'a#3' },
		]);
	});
});

describe('two identities with one hash', () => {
	const articleIds = ['article_170744', 'article_190980'];
	const conversations = ['conv_124938', 'conv_440504'];

	test('an article is new, also when the other one has left', () => {
		const [first, second] = articleIds.map((id) => ({ id, title: id }));
		for (const now of [[second], [second, first]]) {
			const { poll } = poller(articleCreated, { simplify: false });
			poll([first]);
			expect(poll(now)).toEqual([second]);
		}
	});

	test('each conversation has its own numbers', () => {
		const { poll, keys } = poller(leadCreated);
		const [first, second] = conversations.map((conversation) => lead(conversation));
		poll([first]);
		expect(poll([first, second])).toEqual([second]);
		expect(keys()).toEqual([conversations[1]]);
		const both = poller(leadCreated);
		both.poll([first, second], true);
		expect(both.keys()).toEqual(conversations);
	});
});
