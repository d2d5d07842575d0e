import fc from 'fast-check';

import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { connectionOf } from '../../../../nodes/AgentSuite/transport/credential/connection';
import { cleanBaseUrl, cleanToken } from '../../../../nodes/AgentSuite/transport/credential/clean';

describe('the token', () => {
	test.each([
		['abc', 'abc'],
		['  abc\r\n', 'abc'],
		['Bearer abc', 'abc'],
		['bearer\tabc ', 'abc'],
		['BEARER   abc', 'abc'],
		['bearerabc', 'bearerabc'],
		['"abc"', 'abc'],
		[" 'Bearer abc' \n", 'abc'],
		['Bearer “abc”', 'abc'],
		['`abc`', 'abc'],
		['„abc“', 'abc'],
		['a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
	])('%j is %j', (raw, token) => {
		expect(cleanToken(raw)).toBe(token);
	});

	test.each(['', ' ', 'Bearer', 'Bearer ', '""', '"Bearer "', undefined, null])(
		'%j is none',
		(raw) => {
			expect(() => cleanToken(raw)).toThrow('no access token');
		},
	);

	test.each(['a b', 'a\nb', 'a\0b', 'ä', 'a"b c', 'Bearer Bearer abc', 'a\u200bb', 'a\x7f'])(
		'%j is refused, and not shown',
		(raw) => {
			expect(() => cleanToken(raw)).toThrow('characters that are not allowed');
		},
	);

	test('any pasted value is valid in a header, or refused without being shown', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 8 }), (raw) => {
				try {
					expect(cleanToken(raw)).toMatch(/^[!-~]+$/);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
					const { line: message, description } = error as Problem;
					expect(message + description).not.toContain(raw);
				}
			}),
		);
	});
});

describe('the base URL', () => {
	const baseUrl = (raw: string) => connectionOf({ accessToken: 'abc', baseUrl: raw }).baseUrl;

	test.each([
		['https://api.example.com', 'https://api.example.com'],
		[' https://api.example.com/ \n', 'https://api.example.com'],
		['https://api.example.com/v1//', 'https://api.example.com/v1'],
		['HTTPS://API.Example.com:8443/V1', 'https://api.example.com:8443/V1'],
		['https://api.example.com:443', 'https://api.example.com'],
		['http://localhost:3000/a b/', 'http://localhost:3000/a%20b'],
		['http://[::1]:3000', 'http://[::1]:3000'],
		['"https://api.example.com"', 'https://api.example.com'],
		['https://api.example.com/v1../%2e%2ex', 'https://api.example.com/v1../%2e%2ex'],
		['api.example.com', 'https://api.example.com'],
		['api.example.com:8443/v1/', 'https://api.example.com:8443/v1'],
		['localhost:3000', 'http://localhost:3000'],
		['127.0.0.1:3000/v1', 'http://127.0.0.1:3000/v1'],
		['localhost', 'http://localhost'],
		['LOCALHOST/v1', 'http://localhost/v1'],
		['[::1]:3000', 'http://[::1]:3000'],
		['[::1]', 'http://[::1]'],
		['[2001:db8::1]/v1', 'https://[2001:db8::1]/v1'],
		['localhost.com:3000', 'https://localhost.com:3000'],
		['https://localhost:3000', 'https://localhost:3000'],
		['https://@api.example.com', 'https://api.example.com'],
		['https://api.example.com/v1/?', 'https://api.example.com/v1'],
		['https://api.example.com/#', 'https://api.example.com'],
		['http://2130706433', 'http://127.0.0.1'],
		['http://１２７.0.0.1', 'http://127.0.0.1'],
	])('%j is %j', (raw, expected) => {
		expect(baseUrl(raw)).toBe(expected);
	});

	test.each([
		['', 'must start with https://'],
		['//api.example.com', 'must start with https://'],
		['example', 'must start with https://'],
		['api.example.com?x=1', 'can only contain a host'],
		['me@api.example.com', 'must start with https://'],
		['me:1234@api.example.com', 'can only contain a host'],
		['localhost:3000@api.example.com', 'can only contain a host'],
		['[::1]@api.example.com', 'can only contain a host'],
		['localhost@api.example.com', 'must start with https://'],
		['localhosts', 'must start with https://'],
		['ftp://api.example.com', 'must start with https://'],
		['javascript:alert(1)', 'must start with https://'],
		['https://', 'must start with https://'],
		['https://https://api.example.com', 'must start with https://'],
		['https://http//api.example.com', 'must start with https://'],
		['https://a:b@api.example.com', 'can only contain a host'],
		['https://a@api.example.com', 'can only contain a host'],
		['https://:b@api.example.com', 'can only contain a host'],
		['https://api.example.com?x=1', 'can only contain a host'],
		['https://api.example.com/#x', 'can only contain a host'],
		['https://api.example.com/v1/..%2fadmin', 'can only contain a host'],
		['https://api.example.com/v1%5C%2E.', 'can only contain a host'],
		['https://api.example.com/v1/..;/admin', 'can only contain a host'],
		['http://api.example.com', 'unencrypted'],
		['http://127.0.0.1.example.com', 'unencrypted'],
		['http://0.0.0.0', 'unencrypted'],
		['http://[::2]', 'unencrypted'],
		['http://[::ffff:127.0.0.1]', 'unencrypted'],
		['http://127.0.0.1@10.0.0.1', 'can only contain a host'],
		['http://localhost@example.com', 'can only contain a host'],
		['http://lоcalhost', 'unencrypted'],
		['http://%31%32%38.0.0.1', 'unencrypted'],
	])('%j is refused: %s', (raw, reason) => {
		expect(() => cleanBaseUrl(raw)).toThrow(reason);
	});

	test('with a dot after its host is of the same account as without', () => {
		expect(cleanBaseUrl('https://api.example.com./v1').href).toBe('https://api.example.com/v1');
	});

	test('that is refused is a wrong setting for n8n, not a failure of the service', () => {
		expect(() => cleanBaseUrl('')).toThrow(
			expect.objectContaining({ failure: { cause: 'configuration-invalid' } }) as Error,
		);
	});

	test.each(['localhost', 'LOCALHOST', 'api.localhost', '127.0.0.1', '127.255.0.9', '[::1]'])(
		'http is allowed for %s, which is this machine',
		(host) => {
			expect(cleanBaseUrl(`http://${host}`).protocol).toBe('http:');
		},
	);

	test.each(['notlocalhost', 'localhost.com', '128.0.0.1', '10.0.0.1', '127.0.0.1.com'])(
		'http is not allowed for %s',
		(host) => {
			expect(() => cleanBaseUrl(`http://${host}`)).toThrow('unencrypted');
		},
	);
});
