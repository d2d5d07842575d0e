import fc from 'fast-check';

import { maskSecrets } from '../../../../nodes/AgentSuite/transport/errors/mask';

const token = 'agst_live_7F3a91bC&x"Y';
const password = 'abcd EFGH 1234 ijkl';
const secrets = [token, password];
const html = (text: string) =>
	text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
const hexHtml = (text: string) =>
	[...text].map((character) => `&#x${character.charCodeAt(0).toString(16)};`).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Encodings of a secret by a service or a proxy. */
const ways: Record<string, (secret: string) => string> = {
	'as it is': (secret) => secret,
	'in capitals': (secret) => secret.toUpperCase(),
	'in small letters': (secret) => secret.toLowerCase(),
	'URL-encoded': encodeURIComponent,
	'URL-encoded, all of it': (secret) =>
		[...secret].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
	'URL-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
	'as a form has it': (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
	'HTML-escaped': html,
	'HTML-escaped, all of it': hexHtml,
	'with named entities': (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
	'as JSON': (secret) => JSON.stringify(secret),
	'in base64': base64,
	'in base64, with the text before it': (secret) => base64(`me:${secret}`),
	'in base64 for URLs': (secret) => Buffer.from(`editor:${secret}!`).toString('base64url'),
	'in base64, across lines': (secret) => base64(`user:${secret}`).replace(/.{8}/g, '$&\r\n'),
	'without spaces': (secret) => secret.replaceAll(' ', ''),
	'with other spaces': (secret) => secret.replace(/(.{5})/g, '$1 '),
	'across lines': (secret) => secret.replace(/(.{6})/g, '$1\n'),
	'cut at its end': (secret) => secret.slice(0, 12),
	'cut at its beginning': (secret) => secret.slice(-12),
};

describe.each(Object.entries(ways))('%s', (_, write) => {
	test.each(secrets)('%s is hidden, and the rest is not', (secret) => {
		const masked = maskSecrets(`Refused: ${write(secret)}, sorry`, secrets);
		expect(masked).toMatch(/^Refused:? ?"?\w{0,10}\[hidden\].{0,4}, sorry$/s);
	});
});

test('a text without a secret stays as it is', () => {
	const texts = fc.string({ maxLength: 300, unit: 'grapheme' });
	fc.assert(
		fc.property(texts, (text) => {
			fc.pre(!/a|b|c|e|f|g|h|i|j|k|l|s|t|v|x|y|\d|%|&|\\/i.test(text));
			expect(maskSecrets(text, secrets)).toBe(text);
		}),
	);
	expect(maskSecrets('The domain is not valid', ['', 'x', 'abc'])).toBe('The domain is not valid');
});

test('no text makes it fail or hide less', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
			expect(maskSecrets(`${before} ${token} ${after}`, secrets)).not.toContain('7F3a91bC');
		}),
	);
});

test('a long text is masked quickly', () => {
	const began = performance.now();
	maskSecrets('agst_live_&%41 YWJjZCBFRkdI '.repeat(100), secrets);
	expect(performance.now() - began).toBeLessThan(1000);
});
