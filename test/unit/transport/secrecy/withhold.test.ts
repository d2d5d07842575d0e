import { MAX_DEPTH } from '../../../../nodes/AgentSuite/model/record';
import { SEARCHED } from '../../../../nodes/AgentSuite/transport/secrecy/secretFinder';
import { WITHHELD, withholdSecrets } from '../../../../nodes/AgentSuite/transport/secrecy/withhold';

test('in a success, every text, number, and name of a field is replaced that is a secret or contains a long one', () => {
	const value = {
		name: 'abcd efgh',
		note: ['for abcd-EFGH', { pin: 1234, on: true }],
		other: null,
	};
	expect(withholdSecrets(value, ['abcd efgh', '1234'], ['abcd efgh'])).toEqual({
		name: 'abcd efgh',
		note: [WITHHELD, { pin: WITHHELD, on: true }],
		other: null,
	});
	const names = { 'x abcdefgh': 1, abcdefgh: 2, '1234': 'a' };
	expect(withholdSecrets(names, ['abcdefgh', '1234'], ['abcdefgh', '1234'])).toEqual({
		[WITHHELD]: 1,
		abcdefgh: 2,
		'1234': 'a',
	});
	const dated = '2026-11-23 with abcdefgh';
	expect(withholdSecrets(dated, ['abcdefgh'], [])).toBe(WITHHELD);
	expect(withholdSecrets({ '5678': 'b' }, ['5678'], [])).toEqual({ [WITHHELD]: 'b' });
	expect(withholdSecrets({ echo: '#-!$' }, ['#-!$'], [])).toEqual({ echo: WITHHELD });
});

test('in a success, short secrets destroy no other value, and nothing destroys an id or a date', () => {
	const value = {
		id: 'plat_12345678_blog',
		createdAt: '2026-11-23T12:34:56.789Z',
		day: '2026-11-23',
		url: 'https://blog.example.com/1234',
		count: 51234,
		nested: [{ id: 12345678, text: 'The blog' }],
	};
	const own = ['1234', 'blog', '12345678', '2026-11-23', '20261123', '2026-11-23T12:34:56.789Z'];
	expect(withholdSecrets(value, own, [])).toEqual(value);
	// Two letters are no secret, nor is what is left of symbols without letters.
	const few = { country: 'de', note: '' };
	expect(withholdSecrets(few, ['de', '#-!$'], [])).toEqual(few);
	// The whole value is the secret.
	expect(withholdSecrets({ pin: '12-34', id: { pin: 1234 } }, own, [])).toEqual({
		pin: WITHHELD,
		id: { pin: WITHHELD },
	});
});

test('in a success, a long or deep value does not get through, and does not stop the search', () => {
	const long = 'x'.repeat(SEARCHED + 1);
	expect(withholdSecrets([long, long.slice(1)], ['abcd'], [])).toEqual([WITHHELD, long.slice(1)]);
	const inLists = (levels: number, value: unknown) => {
		let deep = value;
		for (let level = 0; level < levels; level++) deep = [deep];
		return deep;
	};
	const withheld = (levels: number, value: string) =>
		withholdSecrets(inLists(levels, value), ['abcd'], []);
	expect(withheld(MAX_DEPTH, 'bottom')).toEqual(inLists(MAX_DEPTH, 'bottom'));
	expect(withheld(MAX_DEPTH + 1, 'bottom')).toEqual(inLists(MAX_DEPTH + 1, WITHHELD));
	expect(() => withheld(10_000, 'bottom')).not.toThrow();
});
