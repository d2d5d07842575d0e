import fc from 'fast-check';

import { maskSecrets, maskValue } from '../../../../nodes/AgentSuite/transport/errors/mask';

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
	'as a form has it': (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
	'HTML-escaped': (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&#34;'),
	'HTML-escaped, all of it': (secret) => codes(secret, (code) => `&#x${code.toString(16)};`),
	'as JSON': (secret) => JSON.stringify(secret),
	'as JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
	'in base64': (secret) => Buffer.from(secret).toString('base64'),
	'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
	'in base64, across lines': (secret) =>
		Buffer.from(secret).toString('base64').replace(/.{8}/g, '$&\r\n'),
	'without spaces': (secret) => secret.replaceAll(' ', ''),
	'with hyphens': (secret) => secret.replace(/[ _]/g, '-').replace(/(.{5})/g, '$1-'),
	'across lines': (secret) => secret.replace(/(.{6})/g, '$1\n'),
	'across escaped lines': (secret) => secret.replace(/(.{6})/g, '$1\\r\\n'),
	'across escaped spaces': (secret) => secret.replace(/(.{6})/g, '$1&nbsp;'),
};

describe.each(Object.entries(ways))('a secret %s', (_, write) => {
	test.each(secrets)('%s is hidden, and the rest is not', (secret) => {
		const masked = maskSecrets(`Refused: ${write(secret)}, sorry`, secrets);
		expect(masked).toMatch(/^Refused: ["\\]*\[hidden\]["=\\\s]{0,6}, sorry$/s);
	});
});

test.each([
	['pässwörter', 'p%C3%A4ssw%C3%B6rter'],
	['C:\\new%20folder', 'C:\\new%20folder'],
	['C:\\new', 'C:\\\\new'],
	['&amp;1234', '&amp;amp;1234'],
	['#-!$', 'is #-!$ wrong?'],
	['48151623', '{"pin":48151623}'],
	['\ud800abcd\u{1d49c}', 'abcd\u{1d49c}'],
])('%j in %j is hidden', (secret, text) => {
	const masked = maskSecrets(text, [secret]);
	expect(masked).toContain('[hidden]');
	expect(masked).not.toMatch(/p.{0,6}ss|new|1234|#|4815|abcd/);
});

test('what is no secret is shown: other words, and secrets too short to tell from them', () => {
	const text = 'The domain blog.example.com is not valid for administrator (403)';
	expect(maskSecrets(text, [...secrets, '', 'x', 'is', '403'])).toBe(text);
	expect(maskSecrets('wrong: abc-123', ['abcd123'])).toBe('wrong: abc-123');
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...'mnopqruwz .-') }), (other) => {
			expect(maskSecrets(other, secrets)).toBe(other);
		}),
	);
});

test('no text around a secret makes it show', () => {
	const around = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: fc.constantFrom(...'%2&#x;\\ua1 b') }),
	);
	fc.assert(
		fc.property(around, around, (before, after) => {
			expect(maskSecrets(`${before} ${token} ${after}`, secrets)).not.toContain('7F3a91bC');
		}),
	);
});

test('a config of 130,000 entries or of 4 MB is masked within five seconds of the processor', () => {
	const text = `Refused: value 7 ${'some words '.repeat(270)}`;
	const entries = Array.from({ length: 130_000 }, (_, at) => `${at * 7} is a value`);
	const began = process.cpuUsage();
	const seconds = () => process.cpuUsage(began).user / 1e6;
	expect(maskSecrets(`${text} 909993 is a value`, entries, true)).toMatch(/^Refused.*\[hidden\]$/s);
	expect(seconds()).toBeLessThan(5);
	const large = 'key '.repeat(1_000_000);
	expect(maskSecrets(`${text}: ${large.slice(0, 400)}`, [large], true)).toMatch(
		/words\s+: \[hidden\]/,
	);
	expect(seconds()).toBeLessThan(6);
});

test('in a value, every text, number, and name of a field is masked but what was sent in ordinary fields', () => {
	const value = { name: 'abcd', note: ['for abcd', { pin: 1234, on: true }], other: null };
	expect(maskValue(value, ['abcd', '1234'], ['abcd'])).toEqual({
		name: 'abcd',
		note: ['for [hidden]', { pin: '[hidden]', on: true }],
		other: null,
	});
	expect(maskValue({ 'x abcd': 1, abcd: 2, '1234': 'a' }, ['abcd', '1234'], ['abcd'])).toEqual({
		'x [hidden]': 1,
		abcd: 2,
		'[hidden]': 'a',
	});
	let deep: unknown = 'bottom';
	for (let level = 0; level < 10_000; level++) deep = [deep];
	expect(() => maskValue(deep, ['abcd'], [])).not.toThrow();
});
