import fc from 'fast-check';

import {
	IN_SUCCESS,
	secretFinder,
} from '../../../../nodes/AgentSuite/transport/secrecy/secretFinder';

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
	'URL-encoded three times': (secret) =>
		[1, 2, 3].reduce((text) => encodeURIComponent(text), secret),
	'as a form has it': (secret) => encodeURIComponent(secret).replaceAll('%20', '+'),
	'HTML-escaped': (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&#34;'),
	'HTML-escaped, all of it': (secret) => codes(secret, (code) => `&#x${code.toString(16)};`),
	'as JSON': (secret) => JSON.stringify(secret),
	'as JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
	'in escapes of JSON': (secret) =>
		codes(secret, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
	'in escapes of programs': (secret) => codes(secret, (code) => `\\x${code.toString(16)}`),
	'in wide letters': (secret) =>
		codes(secret, (code) => String.fromCharCode(code === 32 ? 0x3000 : code + 0xfee0)),
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
	['abcd1234', 'a%2562cd1234'],
	['C:\\new%20folder', 'C:\\new%20folder'],
	['C:\\new', 'C:\\\\new'],
	['&amp;1234', '&amp;amp;1234'],
	['p%40ss%20word', 'p@ss word'],
	['#-!$', 'is #-!$ wrong?'],
	['48151623', '{"pin":48151623}'],
	['\ud800abcd\u{1d49c}', 'abcd\u{1d49c}'],
	[' #-!$ ', 'is "#-!$" wrong?'],
	['#a-!$', 'is #a-!$ wrong?'],
	['ab@d1234', '100%25ab&#64;d1234'],
	['abcd1234', '&#1114112;&#x110000;abcd1234'],
	// What stands before and behind it shares characters of the base64.
	...['', 'a', 'ab'].map((before) => ['abcd1234', btoa(`${before}abcd1234~`)]),
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
	const long = 'key '.repeat(300) + 'text '.repeat(1_000_000);
	expect(secretFinder([long])(`Refused: ${long.slice(0, 1100)}`)).toBe(true);
});

describe('a long secret that a service cuts', () => {
	const secret = 'agst_live_7F3a91bCx8Y5kQ2mW0';
	const found = secretFinder([secret]);

	test.each([
		['its beginning', `${secret.slice(0, 20)}…`],
		['its end', `…${secret.slice(-20)}`],
		['its beginning in base64', Buffer.from(`a:${secret}`).toString('base64').slice(0, 30)],
		['its end in capitals', secret.slice(-18).toUpperCase()],
	])('is found by %s', (_, part) => {
		expect(found(`Refused: ${part}`)).toBe(true);
	});

	test('is found by the end of any length', () => {
		const config = `${'a long text '.repeat(1000)} ending 48151623 then 42`;
		expect(secretFinder([config])('Refused: …ending 48151623 then 42')).toBe(true);
	});

	test('is found by its end alone if it is a URL, so that a host can be named', () => {
		const hook = secretFinder(['https://hooks.example.com/services/T0AB12CD34/x7Yz9QwErTy']);
		expect(hook('Could not reach https://hooks.example.com/services')).toBe(false);
		expect(hook('Could not reach …2CD34/x7Yz9QwErTy')).toBe(true);
	});

	test.each([
		['as a dashboard masks it', `${secret.slice(0, 12)}…${secret.slice(-4)}`],
		['from its middle', secret.slice(8, 20)],
	])('is not found %s', (_, part) => {
		expect(found(`Refused: ${part}`)).toBe(false);
	});

	test('is found by nothing less than all of it if it is short, or in a success', () => {
		const begins = `https://${secret.slice(0, 20)}.example.com`;
		expect(secretFinder([secret], IN_SUCCESS)(begins)).toBe(false);
		const folded = secret.replaceAll('_', '');
		expect(secretFinder([folded.slice(0, 24)])(folded.slice(0, 18))).toBe(true);
		expect(secretFinder([folded.slice(0, 23)])(folded.slice(0, 18))).toBe(false);
	});
});

test('1000 secrets are compared within a second of the processor, and more hide every text', () => {
	const text = `Refused: value ${'some words '.repeat(2000)}`;
	const entries = Array.from({ length: 1000 }, (_, at) => `${at * 7} is a value`);
	const began = process.cpuUsage();
	expect(secretFinder(entries)(text)).toBe(false);
	expect(process.cpuUsage(began).user / 1e6).toBeLessThan(1);
	expect(secretFinder([...entries, 'one more'])('Refused')).toBe(true);
});
