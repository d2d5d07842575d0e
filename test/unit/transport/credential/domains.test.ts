import { checkAddresses } from '../../../../nodes/AgentSuite/transport/credential/addresses';
import { connectionOf } from '../../../../nodes/AgentSuite/transport/credential/connection';

const credential = { accessToken: 'abc', baseUrl: 'https://api.example.com' };

test.each([
	['api.example.com', true],
	['a.com, API.example.com.', true],
	['*.example.com', true],
	['*.api.example.com', false],
	['example.com', false],
	['', false],
	[undefined, false],
])(
	'a credential that is restricted to %j works for api.example.com: %s',
	(allowedDomains, works) => {
		const restricted = { ...credential, allowedHttpRequestDomains: 'domains', allowedDomains };
		const connect = () => connectionOf(restricted as typeof credential).baseUrl;
		if (works) expect(connect()).toBe(credential.baseUrl);
		else expect(connect).toThrow('The credential does not allow requests to api.example.com');
		for (const mode of ['all', 'none']) {
			const given = { ...restricted, allowedHttpRequestDomains: mode };
			expect(connectionOf(given as typeof credential).baseUrl).toBe(credential.baseUrl);
		}
	},
);

test.each(['api.example.com', 'api.example.com.', '*.example.com'])(
	'a base URL with a dot after its host is allowed by %j, as its advice says',
	(allowedDomains) => {
		const baseUrl = 'https://api.example.com./';
		const restricted = { ...credential, baseUrl, allowedHttpRequestDomains: 'domains' };
		expect(() => connectionOf({ ...restricted, allowedDomains })).not.toThrow();
		expect(() => connectionOf({ ...restricted, allowedDomains: 'example.com' })).toThrow(
			expect.objectContaining({
				description: expect.stringMatching(/^Add api\.example\.com to /) as string,
			}) as Error,
		);
	},
);

test.each([
	['/v1/..%2fadmin', false],
	['/v1/%2e%2e/admin', false],
	// An ID that looks encoded.
	['/v1/%252e%252e/admin', true],
	['/v1/a%252fb', true],
	['/v1/100%25', true],
])('the path %s gets the token: %s', (path, gets) => {
	const baseUrl = new URL('https://api.example.com/v1');
	const check = () => checkAddresses(baseUrl, { url: `https://api.example.com${path}` });
	if (gets) expect(check).not.toThrow();
	else expect(check).toThrow('does not allow requests to api.example.com');
});
