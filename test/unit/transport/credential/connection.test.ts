import fc from 'fast-check';

import { AgentSuiteApi } from '../../../../credentials/AgentSuiteApi.credentials';
import { connectionOf } from '../../../../nodes/AgentSuite/transport/credential/connection';
import { FIELDS } from '../../../../nodes/AgentSuite/transport/credential/fields';
import { Problem } from '../../../../nodes/AgentSuite/model/problem';

const credential = { accessToken: 'abc', baseUrl: 'https://api.example.com' };

test('an account is a token and a base URL, however they are pasted, and does not show the token', () => {
	const accountOf = (changes: Partial<typeof credential>) =>
		connectionOf({ ...credential, ...changes }).accountKey;
	const account = accountOf({});
	expect(account).not.toContain(credential.accessToken);
	expect(accountOf({ accessToken: ' Bearer abc' })).toBe(account);
	expect(accountOf({ baseUrl: 'API.example.com/' })).toBe(account);
	expect(accountOf({ accessToken: 'abd' })).not.toBe(account);
	expect(accountOf({ baseUrl: 'https://api.example.com/v1' })).not.toBe(account);
});

test.each(['https://ID.sk-live-12345678', 'https://api.example.com/id.SK-live-12345678/v1'])(
	'a base URL that contains the token is refused, and not shown: %s',
	(baseUrl) => {
		const accessToken = 'id.sk-live-12345678';
		const domains = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.org' };
		const refused = () => connectionOf({ baseUrl, accessToken, ...domains });
		expect(refused).toThrow('The base URL in the credential contains the access token');
		expect(() => connectionOf({ baseUrl, accessToken: 'id' })).not.toThrow();
	},
);

test('also if the token has characters that a URL escapes', () => {
	const accessToken = 'ab{cd}"ef"1234567890';
	const refused = () =>
		connectionOf({ baseUrl: `https://api.example.com/${accessToken}`, accessToken });
	expect(refused).toThrow('The base URL in the credential contains the access token');
	const odd = () => connectionOf({ baseUrl: 'https://api.example.com/%zz', accessToken });
	expect(odd).not.toThrow();
});

describe('limits', () => {
	const of = (custom: Record<string, unknown>, customLimits = true) => {
		const given = { ...credential, customLimits, ...custom } as typeof credential;
		const { limits, tokensPerDay } = connectionOf(given);
		return { ...limits, tokensPerDay };
	};
	const defaults = { minute: 100, hour: 1000, day: 10_000, tokensPerDay: Infinity };

	test('while Custom Rate Limits is off, the defaults count, whatever is stored', () => {
		const stored = {
			requestsPerMinute: 7,
			requestsPerHour: -1,
			requestsPerDay: 'x',
		};
		expect(of(stored, false)).toEqual(defaults);
		expect(connectionOf({ ...credential, ...stored }).limits.minute).toBe(100);
	});

	test('Daily Token Limit counts in any case', () => {
		expect(of({ tokensPerDay: 5 }, false)).toEqual({ ...defaults, tokensPerDay: 5 });
		expect(() => of({ tokensPerDay: -1 }, false)).toThrow("'Daily Token Limit' in the credential");
	});

	test('while it is on, those of the credential, or the defaults', () => {
		const given = {
			requestsPerMinute: 0,
			requestsPerHour: '7',
			requestsPerDay: 2,
			tokensPerDay: '500',
		};
		expect(of(given)).toEqual({ minute: Infinity, hour: 7, day: 2, tokensPerDay: 500 });
		const small = { requestsPerMinute: 0.5, requestsPerHour: '0.1' };
		expect(of(small)).toEqual({ ...defaults, minute: 1, hour: 1 });
		expect(of({ tokensPerDay: 9.5 }).tokensPerDay).toBe(9);
	});

	test.each([
		[true, true],
		['True ', true],
		['false', false],
	])('Custom Rate Limits can be an expression that returns %j: on %j', (customLimits, isOn) => {
		const { limits } = connectionOf({ ...credential, customLimits, requestsPerMinute: 7 });
		expect(limits.minute).toBe(isOn ? 7 : defaults.minute);
	});

	test.each(['yes', 'off', 1, 0, '', ' ', null, undefined])(
		'Custom Rate Limits of %j are refused, and not off',
		(customLimits) => {
			expect(() => connectionOf({ ...credential, customLimits } as typeof credential)).toThrow(
				"'Custom Rate Limits' in the credential must be on or off",
			);
		},
	);

	test.each([-1, 'many', NaN, '', ' ', null, undefined, Infinity, {}, [], [5], true])(
		'%j is refused, and not off',
		(given) => {
			const advice = 'in the credential must be a number of 0 or more';
			expect(() => of({ requestsPerHour: given })).toThrow(`'Requests per Hour' ${advice}`);
			expect(() => of({ tokensPerDay: given })).toThrow(`'Daily Token Limit' ${advice}`);
		},
	);

	test('a field that the credential does not have counts as its default', () => {
		expect(of({})).toEqual(defaults);
		const { limits, tokensPerDay } = connectionOf(credential);
		expect({ ...limits, tokensPerDay }).toEqual(defaults);
	});

	test('any value is refused, a whole number, or no limit', () => {
		const names = ['requestsPerMinute', 'requestsPerHour', 'requestsPerDay', 'tokensPerDay'];
		fc.assert(
			fc.property(
				fc.constantFrom(...names),
				fc.oneof(fc.double(), fc.anything()),
				(name, value) => {
					try {
						for (const count of Object.values(of({ [name]: value }))) {
							expect(count === Infinity || (count >= 1 && count % 1 === 0)).toBe(true);
						}
					} catch (error) {
						expect(error).toBeInstanceOf(Problem);
					}
				},
			),
		);
	});
});

describe('the credential in a request of another node', () => {
	const api = new AgentSuiteApi();
	const given = { accessToken: ' Bearer abc', baseUrl: 'api.example.com/v1/' };

	test.each(['https://api.example.com/v1/lead', 'https://api.example.com/v1'])(
		'adds the token for %s, which does not go to another host',
		async (url) => {
			const request = { url, headers: { accept: 'text/html' } };
			expect(await api.authenticate(given, request)).toEqual({
				url,
				headers: { accept: 'text/html', authorization: 'Bearer abc' },
				sendCredentialsOnCrossOriginRedirect: false,
			});
		},
	);

	test('does not add it to a request without an address', async () => {
		await expect(api.authenticate(given, { url: '' })).rejects.toThrow('to this address');
	});

	test('shows no token that was pasted into the base URL', async () => {
		const accessToken = 'sk-live-12345678';
		const pasted = { accessToken, baseUrl: `https://api.example.com/${accessToken}` };
		const refused = api.authenticate(pasted, { url: 'https://other.example.com' });
		await expect(refused).rejects.toMatchObject({
			message: 'The base URL in the credential contains the access token',
			description: expect.not.stringContaining(accessToken) as string,
		});
	});
});

test('the credential hides the token, and shows the limits while Custom Rate Limits is on', () => {
	const { properties } = new AgentSuiteApi();
	const fieldOf = (name: string) => properties.find((field) => field.name === name);
	expect(fieldOf('accessToken')?.typeOptions).toEqual({ password: true });
	for (const name of ['requestsPerMinute', 'requestsPerHour', 'requestsPerDay']) {
		expect(fieldOf(name)?.displayOptions).toEqual({ show: { customLimits: [true] } });
	}
});

test('the credential names the limits that count without Custom Rate Limits', () => {
	const field = new AgentSuiteApi().properties.find(({ name }) => name === 'customLimits');
	const { requestsPerMinute, requestsPerHour, requestsPerDay } = FIELDS;
	const [minute, hour, day] = [requestsPerMinute, requestsPerHour, requestsPerDay].map((limit) =>
		limit.default.toLocaleString('en-US'),
	);
	expect(field?.hint).toBe(
		`If off: ${minute} requests per minute, ${hour} per hour, ${day} per day`,
	);
});
