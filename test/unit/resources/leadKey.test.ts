import fc from 'fast-check';

import { leadGetAll } from '../../../nodes/AgentSuite/resources/operations';
import {
	laterNumbers,
	leadIdentity,
	withLeadKey,
	withLeadKeys,
} from '../../../nodes/AgentSuite/resources/lead/leadKey';

const keyOf = (agentConversationId: string, number: number) =>
	withLeadKey({ agentConversationId }, number).leadKey;

test.each([
	['conv_1', 1, 'conv_1'],
	['conv_1', 2, 'conv_1#2'],
	['conv#1a', 1, 'conv#1a'],
	['conv_1#2', 1, 'conv_1#2#1'],
	['conv_1#2', 2, 'conv_1#2#2'],
])('the key of %s, number %i, is %s', (identity, number, key) => {
	expect(keyOf(identity, number)).toBe(key);
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
	const { search } = leadGetAll.filters.find(({ name }) => name === 'leadKey')!;
	const found = (key: string) => search(leads)(key as never).map((lead) => leads.indexOf(lead));
	expect(found('a')).toEqual([0]);
	expect(found(' a#2 ')).toEqual([1, 2]);
	expect(found('a#3')).toEqual([]);
	expect(found('')).toEqual([]);
});

test('comes first, and adds no field that the lead does not have', () => {
	const lead = { extra: 1, email: 'A@example.com', leadKey: 'from the service' };
	const output = withLeadKey(lead, 1);
	expect(Object.entries(output)).toEqual([
		['leadKey', 'a@example.com'],
		['email', 'A@example.com'],
		['extra', 1],
	]);
});

test('no two leads of a list have the same key, whatever their identities end in', () => {
	const piece = fc.constantFrom('a', '#', '#1', '#2', '2');
	const identity = fc.string({ unit: piece, minLength: 1, maxLength: 3 });
	const numbered = fc.uniqueArray(fc.tuple(identity, fc.integer({ min: 1, max: 3 })), {
		selector: JSON.stringify,
		minLength: 20,
	});
	fc.assert(
		fc.property(numbered, (leads) => {
			expect(new Set(leads.map(([text, number]) => keyOf(text, number))).size).toBe(leads.length);
		}),
	);
	const leads = ['conv_1', 'conv_1', 'conv_1#2'].map((agentConversationId, index) => ({
		agentConversationId,
		phone: String(index),
	}));
	const numbers = laterNumbers(leads);
	const keys = leads.map((lead) => withLeadKey(lead, numbers.get(lead) ?? 1).leadKey);
	expect(keys).toEqual(['conv_1', 'conv_1#2', 'conv_1#2#1']);
});
