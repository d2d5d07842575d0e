import fc from 'fast-check';

import {
	SEARCHED,
	secretFinder,
	WITHHELD,
	withholdSecrets,
} from '../../../../nodes/AgentSuite/transport/errors/withhold';

const token = 'agst_live_7F3a91bC&x"Y';
const password = 'abcd EFGH 1234 ijkl';
const secrets = [token, password];
const codes = (text: string, code: (code: number) => string) =>
	[...text].map((character) => code(character.charCodeAt(0))).join('');

/** What a service or a proxy makes of a secret. */
const ways: Record<string, (secret: string) => string> = {
	'as it is': (secret) => secret,
	'in capitals': (secret) => secret.toUpperCase(),
	'in small letters': (secret) => secret.toLowerCase(),
	'URL-encoded': encodeURIComponent,
	'URL-encoded, all of it': (secret) => codes(secret, (code) => `%${code.toString(16)}`),
	'URL-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
	'as a form has it': (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
	'HTML-escaped': (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&#34;'),
	'HTML-escaped, all of it': (secret) => codes(secret, (code) => `&#x${code.toString(16)};`),
	'as JSON': (secret) => JSON.stringify(secret),
	'as JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
	'in escapes of JSON': (secret) =>
		codes(secret, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
	'in base64': (secret) => Buffer.from(secret).toString('base64'),
	'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
	'in base64, across lines': (secret) =>
		Buffer.from(secret).toString('base64').replace(/.{8}/g, '$&\r\n'),
	'in base64, URL-encoded': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
	'in base64 with a user name': (secret) => Buffer.from(`ann:${secret}`).toString('base64'),
	'in base64 with a longer user name': (secret) => Buffer.from(`anne:${secret}`).toString('base64'),
	'in base64 with text behind it': (secret) =>
		Buffer.from(`a:${secret}, for you`).toString('base64'),
	'in hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
	'without spaces': (secret) => secret.replaceAll(' ', ''),
	'with hyphens': (secret) => secret.replace(/[ _]/g, '-').replace(/(.{5})/g, '$1-'),
	'across lines': (secret) => secret.replace(/(.{6})/g, '$1\n'),
	'across escaped lines': (secret) => secret.replace(/(.{6})/g, '$1\\r\\n'),
	'across escaped spaces': (secret) => secret.replace(/(.{6})/g, '$1&nbsp;'),
};

describe.each(Object.entries(ways))('a secret %s', (_, write) => {
	test.each(secrets)('%s is found', (secret) => {
		const other = secrets.filter((one) => one !== secret);
		const text = `Refused: ${write(secret)}, sorry`;
		expect(secretFinder(secrets)(text)).toBe(true);
		expect(secretFinder(other)(text)).toBe(false);
	});
});

test.each([
	['pässwörter', 'p%C3%A4ssw%C3%B6rter'],
	['pässwörter', '%70%C3%A4%73%73%77%C3%B6%72%74%65%72'],
	['C:\\new%20folder', 'C:\\new%20folder'],
	['C:\\new', 'C:\\\\new'],
	['&amp;1234', '&amp;amp;1234'],
	['p%40ss%20word', 'p@ss word'],
	['#-!$', 'is #-!$ wrong?'],
	['48151623', '{"pin":48151623}'],
	['\ud800abcd\u{1d49c}', 'abcd\u{1d49c}'],
])('%j in %j is found', (secret, text) => {
	expect(secretFinder([secret])(text)).toBe(true);
});

test('what is no secret is shown: other words, and secrets too short to tell from them', () => {
	const text = 'The domain blog.example.com is not valid for administrator (403)';
	expect(secretFinder([...secrets, '', 'x', 'is', '403'])(text)).toBe(false);
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...'mnopqruwz .-') }), (other) => {
			expect(secretFinder(secrets)(other)).toBe(false);
		}),
	);
});

test('no text around a secret hides it from the search', () => {
	const around = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: fc.constantFrom(...'%2&#x;\\ua1 b') }),
	);
	fc.assert(
		fc.property(around, around, (before, after) => {
			expect(secretFinder(secrets)(`${before} ${token} ${after}`)).toBe(true);
		}),
	);
});

test('a secret that is longer than what is compared is found by its beginning', () => {
	const long = 'key '.repeat(1_000_000);
	expect(secretFinder([long])(`Refused: ${long.slice(0, 1100)}`)).toBe(true);
	expect(secretFinder([long])(`Refused: ${long.slice(0, 500)}`)).toBe(false);
});

test('1000 secrets are compared within a second of the processor, and more hide every text', () => {
	const text = `Refused: value ${'some words '.repeat(2000)}`;
	const entries = Array.from({ length: 1000 }, (_, at) => `${at * 7} is a value`);
	const began = process.cpuUsage();
	expect(secretFinder(entries)(text)).toBe(false);
	expect(process.cpuUsage(began).user / 1e6).toBeLessThan(1);
	expect(secretFinder([...entries, 'one more'])('Refused')).toBe(true);
});

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
	expect(withholdSecrets({ '5678': 'b' }, ['5678'], [])).toEqual({ [WITHHELD]: 'b' });
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
	// The whole value is the secret.
	expect(withholdSecrets({ pin: '12-34', id: { pin: 1234 } }, own, [])).toEqual({
		pin: WITHHELD,
		id: { pin: WITHHELD },
	});
});

test('in a success, a long or deep value does not get through, and does not stop the search', () => {
	const long = 'x'.repeat(SEARCHED + 1);
	expect(withholdSecrets([long, long.slice(1)], ['abcd'], [])).toEqual([WITHHELD, long.slice(1)]);
	let deep: unknown = 'bottom';
	for (let level = 0; level < 10_000; level++) deep = [deep];
	expect(() => withholdSecrets(deep, ['abcd'], [])).not.toThrow();
});
