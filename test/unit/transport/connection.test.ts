import fc from 'fast-check';

import {
	cleanBaseUrl,
	cleanToken,
	connectionOf,
	isLoopback,
} from '../../../nodes/AgentSuite/transport/connection';
import { Problem } from '../../../nodes/AgentSuite/model/problem';

const credential = { accessToken: 'abc', baseUrl: 'https://api.example.com' };

describe('the token', () => {
	test.each([
		['abc', 'abc'],
		['  abc\r\n', 'abc'],
		['Bearer abc', 'abc'],
		['bearer\tabc ', 'abc'],
		['BEARER   abc', 'abc'],
		['bearerabc', 'bearerabc'],
		['a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
	])('%j is %j', (raw, token) => {
		expect(cleanToken(raw)).toBe(token);
	});

	test.each(['', ' ', 'Bearer', 'Bearer ', undefined, null])('%j is none', (raw) => {
		expect(() => cleanToken(raw)).toThrow('no access token');
	});

	test.each(['a b', 'a\nb', 'a\0b', 'ä', '“abc”', 'Bearer Bearer abc', 'a\u200bb'])(
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
					const { message, description } = error as Problem;
					expect(message + description).not.toContain(raw);
				}
			}),
		);
	});
});

describe('the base URL', () => {
	const baseUrl = (raw: string) => connectionOf({ ...credential, baseUrl: raw }).baseUrl;

	test.each([
		['https://api.example.com', 'https://api.example.com'],
		[' https://api.example.com/ \n', 'https://api.example.com'],
		['https://api.example.com/v1//', 'https://api.example.com/v1'],
		['HTTPS://API.Example.com:8443/V1', 'https://api.example.com:8443/V1'],
		['https://api.example.com:443', 'https://api.example.com'],
		['http://localhost:3000/a b/', 'http://localhost:3000/a%20b'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('%j is %j', (raw, expected) => {
		expect(baseUrl(raw)).toBe(expected);
	});

	test.each([
		['', 'no base URL'],
		['api.example.com', 'must start with https://'],
		['localhost:3000', 'must start with https://'],
		['ftp://api.example.com', 'must start with https://'],
		['javascript:alert(1)', 'must start with https://'],
		['https://', 'must start with https://'],
		['https://a:b@api.example.com', 'more than a host'],
		['https://a@api.example.com', 'more than a host'],
		['https://@api.example.com', 'more than a host'],
		['https:/\\:@api.example.com', 'more than a host'],
		['https://api.example.com?x=1', 'more than a host'],
		['https://api.example.com/#x', 'more than a host'],
		['http://api.example.com', 'unencrypted'],
		['http://127.0.0.1.example.com', 'unencrypted'],
		['http://0.0.0.0', 'unencrypted'],
		['http://[::2]', 'unencrypted'],
	])('%j is refused: %s', (raw, reason) => {
		expect(() => cleanBaseUrl(raw)).toThrow(reason);
	});

	test.each(['localhost', 'LOCALHOST', 'api.localhost', '127.0.0.1', '127.255.0.9', '[::1]'])(
		'%s is this machine',
		(host) => {
			expect(isLoopback(host)).toBe(true);
		},
	);

	test.each(['notlocalhost', 'localhost.com', '128.0.0.1', '10.0.0.1', '127.0.0.1.com', '::1'])(
		'%s is not, or is no host',
		(host) => {
			expect(isLoopback(host)).toBe(false);
		},
	);
});

describe('limits and domains', () => {
	test('are those of the credential, or the defaults', () => {
		expect(connectionOf(credential).limits).toEqual({ minute: 100, hour: 1000, day: 10_000 });
		const given = { requestsPerMinute: 0, requestsPerHour: '7', requestsPerDay: 2.9 };
		expect(connectionOf({ ...credential, ...given }).limits).toEqual({
			minute: 0,
			hour: 7,
			day: 2,
		});
		const small = { requestsPerMinute: 0.5, requestsPerHour: '0.1', requestsPerDay: null };
		const { limits } = connectionOf({ ...credential, ...small } as typeof credential);
		expect(limits).toEqual({ minute: 1, hour: 1, day: 10_000 });
	});

	const odd = [-1, 'many', NaN, '', ' ', Infinity, {}, []];
	test.each(odd)('%j is no limit and no bound, and not off', (given) => {
		const withField = (name: string) => () =>
			connectionOf({ ...credential, [name]: given } as typeof credential);
		const cure = 'in the credential must be a number of 0 or more';
		expect(withField('requestsPerHour')).toThrow(`'Requests per Hour' ${cure}`);
		expect(withField('tokensPerDay')).toThrow(`'Tokens per Day' ${cure}`);
	});

	test('the budget of a day is that of the credential, or unlimited', () => {
		const perDay = (tokensPerDay?: unknown) =>
			connectionOf({ ...credential, tokensPerDay } as typeof credential).tokensPerDay;
		const given = [undefined, null, 0, '500', 2.9, 0.5];
		expect(given.map(perDay)).toEqual([0, 0, 0, 500, 2, 1]);
	});

	test('only the host of the base URL is allowed, unless the credential restricts it', () => {
		const allowed = (more: Record<string, string>) =>
			connectionOf({ ...credential, ...more }).allowedDomains;
		expect(allowed({})).toBe('api.example.com');
		expect(allowed({ allowedHttpRequestDomains: 'all' })).toBe('api.example.com');
		expect(allowed({ allowedHttpRequestDomains: 'none' })).toBe('api.example.com');
		const restricted = { allowedHttpRequestDomains: 'domains' };
		expect(allowed({ ...restricted, allowedDomains: ' a.com, b.com ' })).toBe('a.com, b.com');
		expect(() => allowed(restricted)).toThrow('lists none');
	});
});
