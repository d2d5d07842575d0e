import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';
import {
	leadIdentity,
	leadSuffix,
	withLeadKey,
	withLeadKeys,
} from '../../../nodes/AgentSuite/resources/lead/leadKey';

const keyOf = (agentConversationId: string, suffix: number) =>
	withLeadKey({ agentConversationId }, suffix).leadKey;

test.each([
	['conv_1', 2, 'conv_1#00000002'],
	['conv_1', 2 ** 32 - 1, 'conv_1#ffffffff'],
	['conv#1a', 0, 'conv#1a'],
	['conv_1#00000002', 0, 'conv_1#00000002#00000000'],
])('the key of %s with the suffix %i is %s', (identity, suffix, key) => {
	expect(keyOf(identity, suffix)).toBe(key);
});

test('the example of leadKey.ts', () => {
	const leads = [
		{ agentConversationId: 'conv_7f3a91', email: 'ana@example.com' },
		{ agentConversationId: 'conv_7f3a91', email: 'ben@example.com' },
		{ email: 'Cy@example.com' },
	];
	const [ana, ben, cy] = ['conv_7f3a91#7efc7c62', 'conv_7f3a91#40082496', 'cy@example.com'];
	expect(withLeadKeys(leads).map(({ leadKey }) => leadKey)).toEqual([ana, ben, cy]);
	expect(withLeadKey(leads[0], 0).leadKey).toBe('conv_7f3a91');
});

describe('the suffix comes from the first contact that is not the identity', () => {
	const suffixes = (leads: IDataObject[]) => leads.map(leadSuffix);
	const inConversation = { agentConversationId: 'a', firstName: 'Ada' };

	test('so the order of the list, and every other field, have no part in it', () => {
		const lead = { ...inConversation, email: 'a@example.com', phone: '1' };
		const edited = { ...lead, email: ' A@Example.com', phone: '2', firstName: 'Ann', status: 'x' };
		const [before, after] = suffixes([lead, edited]);
		expect(before).toBe(after);
		expect(before).not.toBe(leadSuffix({ ...lead, email: 'b@example.com' }));
	});

	test('email, phone, and name, in this order', () => {
		const leads = [
			{ ...inConversation, email: 'x' },
			{ ...inConversation, email: '', phone: '+1' },
			inConversation,
			{ email: 'x', phone: '1' },
			{ phone: '+1', firstName: 'Ada' },
		];
		const [byEmail, byPhone, byName, ofEmail, ofPhone] = suffixes(leads);
		expect([ofEmail, ofPhone]).toEqual([byPhone, byName]);
		expect(new Set([byEmail, byPhone, byName]).size).toBe(3);
	});
});

test.each([
	[{ agentConversationId: ' conv_1 ', email: 'a@example.com' }, 'conv_1'],
	[{ agentConversationId: null, email: ' A@Example.com ', phone: '1' }, 'a@example.com'],
	[{ email: ' ', phone: '+1 (555) 0101', firstName: 'Amelia' }, '15550101'],
	[{ phone: 'unknown', firstName: ' Amelia', lastName: 'Hart ' }, 'amelia hart'],
	[{ lastName: 'Hart' }, 'hart'],
	[{ status: 'contacted' }, ''],
])('%j is identified by %j', (lead, identity) => {
	expect(leadIdentity(lead)).toBe(identity);
});

test('a search finds the lead of a key, of which a list has one, unless the lead is listed twice', () => {
	const [first, second] = ['1', '2'].map((phone) => ({ agentConversationId: 'a', phone }));
	const again = { ...second };
	const unknown = { status: 'contacted' };
	const leads = withLeadKeys([first, second, again, unknown]);
	const { search } = leadGetAll.filters.find(({ field }) => field.name === 'leadKey')!;
	const found = (key: string) => search(leads)(key as never).map((lead) => leads.indexOf(lead));
	expect(found('a')).toEqual([]);
	expect(found(String(leads[0].leadKey))).toEqual([0]);
	expect(found(` ${String(leads[1].leadKey)} `)).toEqual([1, 2]);
	expect(found('')).toEqual([]);
});

test('is the same for an accent that is a character of its own', () => {
	const keys = ['e\u0301', 'É'].map((name) => withLeadKey({ email: `${name}@example.com` }, 0));
	expect(keys.map(({ leadKey }) => leadKey)).toEqual(['é@example.com', 'é@example.com']);
});

test('comes first, and adds no field that the lead does not have', () => {
	const lead = { extra: 1, email: 'A@example.com', leadKey: 'from the service' };
	const output = withLeadKey(lead, 0);
	expect(Object.entries(output)).toEqual([
		['leadKey', 'a@example.com'],
		['email', 'A@example.com'],
		['extra', 1],
	]);
});

test('no two leads have the same key, whatever their identities end in', () => {
	const piece = fc.constantFrom('a', '#', '#00000000', '#00000001', '#ffffffff', '1');
	const identity = fc.string({ unit: piece, minLength: 1, maxLength: 3 });
	const suffixed = fc.uniqueArray(fc.tuple(identity, fc.constantFrom(0, 1, 2 ** 32 - 1)), {
		selector: JSON.stringify,
		minLength: 20,
	});
	fc.assert(
		fc.property(suffixed, (leads) => {
			expect(new Set(leads.map(([text, suffix]) => keyOf(text, suffix))).size).toBe(leads.length);
		}),
	);
});

test('leads of a conversation without contacts are numbered, and another one changes no key', () => {
	const without = (status: string) => ({ agentConversationId: 'c', status });
	const keys = (...leads: IDataObject[]) => withLeadKeys(leads).map(({ leadKey }) => leadKey);
	const ana = { agentConversationId: 'c', email: 'ana@example.com' };
	const [first, second] = keys(without('x'), ana);
	expect(first).toBe('c#00000001');
	expect(keys(without('x'), ana, without('y'))).toEqual([first, second, 'c#00000002']);
});

test('leads that share an identity and an email address have keys that do not depend on their order', () => {
	const leads = ['1', '2'].map((phone) => ({ agentConversationId: 'a', email: 'x@y.z', phone }));
	const keysByPhone = (list: typeof leads) =>
		new Map(withLeadKeys(list).map(({ phone, leadKey }) => [phone, leadKey]));
	const keys = keysByPhone(leads);
	expect(new Set(keys.values()).size).toBe(2);
	expect(keysByPhone([...leads].reverse())).toEqual(new Map([...keys].reverse()));
	// Nor is one of them that of a lead that the trigger has found later.
	expect([...keys.values()]).not.toContain(keyOf('a', leadSuffix(leads[1])));
});

test('leads that share an identity and all contacts, but not all fields, are counted on', () => {
	const leads = ['x', 'y', 'z'].map((status) => ({ agentConversationId: 'a', phone: '1', status }));
	const keys = withLeadKeys(leads).map(({ leadKey }) => String(leadKey));
	const [first] = keys.map((key) => parseInt(key.slice(2), 16));
	expect(keys).toEqual([0, 1, 2].map((step) => keyOf('a', first + step)));
	// A lead that is listed twice is alone.
	expect(withLeadKeys([leads[0], { ...leads[0] }]).map(({ leadKey }) => leadKey)).toEqual([
		'a',
		'a',
	]);
});
