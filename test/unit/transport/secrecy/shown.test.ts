import { inspect } from 'node:util';

import type { GenericValue, IDataObject } from 'n8n-workflow';

import { isSecret } from '../../../../nodes/AgentSuite/model/field';
import type { Operation } from '../../../../nodes/AgentSuite/model/operation';
import * as table from '../../../../nodes/AgentSuite/resources/operations';
import {
	exceptionText,
	redirectOrigin,
	serviceText,
} from '../../../../nodes/AgentSuite/transport/secrecy/shown';
import { shownRecord } from '../../../../nodes/AgentSuite/transport/secrecy/shownRecord';
import { received, requestOf } from '../../../support/requests';

const create = table.seoPlatformCreate;
const { documented: sample } = create.response;
const sent = { operation: create };

test('of a text with the token nothing is shown, and any other text is', () => {
	const shown = (text: string) => serviceText(text, requestOf(table.leadGet));
	expect(shown('got agst_1234!')).toBe('The reason contains the access token, so it is not shown');
	expect(shown('got abcd EFGH 1234 ijkl')).toBe('got abcd EFGH 1234 ijkl');
});

const withToken = (accessToken: string) => (text: string) =>
	serviceText(text, { operation: table.leadGet, connection: { accessToken } });

test.each([
	'x ab+/=<&"\'cdefghij-12345',
	'x ab%2B%2f%3D%3C%26%22%27cdefghij-12345',
	'x ab&#43;&#x2F;&#x3d;&lt;&amp;&quot;&apos;cdefghij-12345',
	'{"token":"ab+\\/=<&\\"\'cdefghij-12345"}',
	'{"token":"ab\\u002b\\u002f=<&\\u0022\'cdefghij-12345"}',
	'x ab+/=<&"\'cdefghij-123… (cut)',
	'(cut) …efghij-12345',
])('a text with a token that is encoded, escaped, or cut is not shown: %s', (text) => {
	const shown = withToken('ab+/=<&"\'cdefghij-12345');
	expect(shown(text)).toMatch(/so it is not shown$/);
	for (const other of ['x ab+/=<&"\'cdefghi-', '100% of 5 &amp; 6 %zz']) {
		expect(shown(other)).toBe(other);
	}
});

test.each(['a+b/c', 'agst_12', 'x'.repeat(7) + '+y'])(
	'a text with the token %s, all parts of which are short, is not shown',
	(token) => {
		const split = [...token].join('\u200b');
		for (const text of [token, split])
			expect(withToken(token)(`got ${text}!`)).toMatch(/so it is not shown$/);
		expect(withToken(token)(`got ${token.slice(0, -1)}!`)).toMatch(/^got/);
	},
);

test('what looks like an escape can be the token, and a token can be escaped twice', () => {
	const shown = withToken('abcdefghij0123456789abcdefghij01');
	for (const text of [
		'no &abcdefghij0123456789abcdefghij01; here',
		'a&abcdefghij0123456789abcdefghij01;b=2',
	])
		expect(shown(text)).toMatch(/so it is not shown$/);
	const twice = withToken('a8Fk2LmQ9x+Zt7Rw3Pv/Yb5Nc8Jd1');
	expect(twice('a8Fk2LmQ9x%252BZt7Rw3Pv%252FYb5Nc8Jd1')).toMatch(/so it is not shown$/);
	expect(withToken('x+++')('an example')).toBe('an example');
});

describe('a text with a token each character of which is escaped is not shown', () => {
	const hex = (character: string) => character.charCodeAt(0).toString(16);
	const escapes: Record<string, (character: string) => string> = {
		'in a URL': (character) => `%${hex(character)}`,
		'twice in a URL': (character) => `%25${hex(character)}`,
		'three times in a URL': (character) => `%2525${hex(character)}`,
		'in JSON': (character) => `\\u00${hex(character)}`,
		'in JavaScript': (character) => `\\x${hex(character)}`,
		'in JavaScript, as a code point': (character) => `\\u{${hex(character)}}`,
		'in JSON in JSON': (character) => `\\\\u00${hex(character)}`,
		'in HTML in HTML': (character) => `&amp;#x${hex(character)};`,
		'in a URL in a URL in JSON in HTML': (character) => `&#92;u002525${hex(character)}`,
		'in a URL in JSON in HTML': (character) => `&#92;u0025${hex(character)}`,
		'in HTML': (character) => `&#x${hex(character)};`,
		'in HTML, as a number': (character) => `&#${character.charCodeAt(0)};`,
		'in HTML, without a semicolon': (character) => `&#x${hex(character)}`,
		'in HTML, as a number without a semicolon': (character) => `&#${character.charCodeAt(0)}`,
	};
	const tokens = ['agst_1234', 'aB3-xyz+Qw/Er+7pL/Zk', 'a8Fk2LmQ9xZt7Rw3PvYb5Nc8Jd1'];

	test.each(Object.entries(escapes))('%s', (_, escape) => {
		for (const token of tokens) {
			const escaped = Array.from(token, escape).join('');
			const shown = withToken(token);
			expect(shown(`got ${escaped}!`)).toMatch(/so it is not shown$/);
			expect(
				shown(`got ${escaped.toUpperCase().replace(/[UX]/g, (letter) => letter.toLowerCase())}!`),
			).toMatch(/shown$/);
			// Across the cut.
			expect(shown(`${'-'.repeat(290)}${escaped}`)).toMatch(/so it is not shown$/);
			expect(shown(`${'-'.repeat(320)}${escaped}`)).toMatch(/^-+…$/);
		}
	});
});

test('the time of a search grows with the length of a text, not with its square', () => {
	const shown = withToken('a8Fk2LmQ9xZt7Rw3PvYb5Nc8Jd1');
	const escapes = [
		'%61',
		'%',
		'%25',
		'&#',
		'&#1',
		'&#x61',
		'\\u0061',
		'\\u{61}',
		'\\u{',
		'\\',
		'&amp',
	];
	/** The least of several, so that a busy machine changes little. */
	const leastTime = (text: string) => {
		const times = Array.from({ length: 8 }, () => {
			const began = performance.now();
			shown(text);
			return performance.now() - began;
		});
		return Math.min(...times);
	};
	for (const part of ['a', '\u200b', ...escapes]) {
		const [short, long] = [1000, 20_000].map((length) => part.repeat(length / part.length));
		// 20 times as long. By its square, it would take 400 times as long.
		expect(leastTime(long) / leastTime(short)).toBeLessThan(100);
	}
});

test.each(['%2D', '&#45;', '\\u002d'])(
	'a text with a token whose dashes are escaped as %s is not shown',
	(dash) => {
		const token = 'abcd-efgh-ijkl-mnop-qrst';
		expect(withToken(token)(`got ${token.replaceAll('-', dash)}`)).toMatch(/so it is not shown$/);
	},
);

test('a text with a token that is split by escapes of invisible characters is not shown', () => {
	const token = 'a8Fk2LmQ9xZt7Rw3PvYb5Nc8Jd1';
	expect(withToken(token)(`got ${Array.from(token).join('\\u200b')}!`)).toMatch(/is not shown$/);
});

test('a text with an escaped token, all parts of which are short, is not shown', () => {
	const shown = withToken('aB3-xyz+Qw/Er+7pL/Zk');
	for (const text of [
		'aB3-xyz%2BQw%2FEr%2B7pL%2FZk',
		'aB3-xyz%252BQw%252FEr%252B7pL%252FZk',
		'{"t":"aB3-xyz+Qw\\/Er+7pL\\/Zk"}',
	])
		expect(shown(`got ${text}`)).toMatch(/so it is not shown$/);
});

test('a text with the middle of a long part of a token is not shown', () => {
	const shown = withToken('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsImlhdCI6MX0.c2lnbmF0dXJl');
	expect(shown('payload eyJzdWIiOiI0MiIsImlhdCI6MX0')).toMatch(/so it is not shown$/);
	expect(shown('payload eyJ')).toBe('payload eyJ');
});

test('of an error of an operation with secrets in its records, only a text in the documented place is shown', async () => {
	const said = async (statusCode: number, body: unknown) => {
		const response = { statusCode, headers: { 'x-request-id': 'req_1' }, body };
		const request = requestOf(table.seoPlatformGetAll);
		const outcome = await received(async () => await Promise.resolve(response), request);
		expect(JSON.stringify(outcome)).not.toContain('abcd');
		return outcome.said;
	};
	const config = { applicationPassword: 'abcd EFGH' };
	for (const status of [400, 500]) {
		expect(await said(status, { error: { config } })).toBe('');
		expect(await said(status, { message: { config }, errors: [{ config }] })).toBe('');
		expect(await said(status, { message: { error: 'abcd EFGH' } })).toBe('');
		expect(await said(status, 'config: abcd EFGH')).toBe('');
		expect(await said(status, { message: 'Try later', error: { config } })).toBe('Try later');
	}
});

test('without a token, a text is shown', () => {
	const sent = { operation: table.leadGet, connection: { accessToken: '' } };
	expect(serviceText('Any text', sent)).toBe('Any text');
});

test('after a request with secrets, no text is shown', () => {
	for (const operation of Object.values(table)) {
		const request = requestOf(operation);
		const sendsSecret = operation.fields.some(isSecret);
		if (sendsSecret) expect(serviceText({ message: 'Any text' }, request)).toBe('');
		expect(redirectOrigin('https://elsewhere.test/x', request)).toBe(
			sendsSecret ? undefined : 'https://elsewhere.test',
		);
		const hasSecret = sendsSecret || operation.response.secrets !== undefined;
		expect(exceptionText('Any text', request)).toBe(hasSecret ? '' : 'Any text');
	}
});

describe('the record of a success after a request with secrets', () => {
	test('has the documented fields, with values of their type', () => {
		expect(shownRecord(sample, sent)).toEqual(sample);
		const more = { message: 'Created with abcd EFGH', debug: { sent: 'abcd EFGH' } };
		expect(shownRecord({ ...sample, ...more }, sent)).toEqual(sample);
		const wrong = { id: ['abcd EFGH'], invalidConfig: 'abcd EFGH', name: { is: 'abcd EFGH' } };
		expect(shownRecord({ ...wrong, type: 'wix' }, sent)).toEqual({ type: 'wix' });
	});

	test('has an ID of another type, unless it is a number that was sent', () => {
		const body = { name: 'Shop', config: { list: [{ pin: 1234 }], password: '1234 5678 9012' } };
		const shownId = (id: GenericValue) => shownRecord({ id }, { operation: create, body });
		for (const id of [42, 12, null, true]) expect(shownId(id)).toEqual({ id });
		for (const id of [1234, 123456789012, ['Shop']]) expect(shownId(id)).toEqual({});
	});

	test('has no field that a prototype lends a name', () => {
		const json = '{"id":"p","__proto__":{"a":"abcd EFGH"},"constructor":{}}';
		const record = JSON.parse(json) as IDataObject;
		expect(Object.keys(shownRecord(record, sent))).toEqual(['id']);
	});

	test('is all that a write returns without a body', () => {
		expect(shownRecord({ success: true }, sent)).toEqual({ success: true });
		expect(shownRecord({ success: 'abcd EFGH' }, sent)).toEqual({});
	});
});

test('the record of any other success stays as it is', () => {
	const record = { ...table.leadGet.response.documented, note: 'new' };
	expect(shownRecord(record, { operation: table.leadGet })).toBe(record);
});

describe('a service that quotes a secret wherever it can shows it nowhere', () => {
	const secret = 'abcd EFGH 1234';
	const word = 'abcdEFGH1234';
	const connection = { ...requestOf().connection, accessToken: `token-${word}` };
	/** Everything that is kept of what a response or an exception came to. */
	const kept = async (operation: Operation, respond: () => unknown) => {
		const sent = { ...requestOf(operation), connection };
		const outcome = await received(async () => await (respond() as Promise<never>), sent);
		return inspect(outcome, { depth: Infinity, showHidden: true }) + JSON.stringify(outcome);
	};
	const headers = {
		'x-request-id': word,
		'cf-ray': word,
		location: `https://${word.toLowerCase()}.example.com/${word}`,
		'retry-after': word,
		date: word,
		'content-type': `application/json; charset=${word}`,
		[word]: word,
	};
	const quotes = [secret, word, `"${word}"`, `<title>${secret} ${word}</title>`];
	const bodies = quotes.flatMap((quote) => [
		quote,
		[quote],
		{ [quote]: quote },
		{ message: quote, error: { [quote]: [quote] } },
		{ errors: [{ msg: quote, loc: [quote] }], title: quote, detail: quote },
		{ id: [quote], name: { is: quote }, invalidConfig: quote, success: quote, debug: quote },
	]);
	const statuses = [101, 302, 304, 400, 401, 403, 404, 429, 500, 503];

	test.each(statuses)('%i', async (statusCode) => {
		for (const body of bodies) {
			const shown = await kept(create, () => ({ statusCode, headers, body }));
			expect(shown).not.toMatch(/abcd ?EFGH|abcdefgh/i);
			const other = await kept(table.leadGet, () => ({ statusCode, headers, body }));
			// Only the token is a secret there.
			expect(other).not.toContain(connection.accessToken);
		}
	});

	test.each([200, 201, 204])('%i, apart from documented fields', async (statusCode) => {
		for (const body of bodies) {
			const shown = await kept(create, () => ({ statusCode, headers, body }));
			expect(shown).not.toMatch(/abcd ?EFGH|abcdefgh/i);
		}
	});

	test('an exception, also in its causes', async () => {
		for (const quote of quotes) {
			const inner = Object.assign(new TypeError(quote), { config: quote, request: { quote } });
			const outer = Object.assign(new Error(quote, { cause: inner }), { code: quote });
			const named = Object.assign(new Error(quote), { name: quote, code: quote.toUpperCase() });
			for (const error of [inner, outer, named, quote, { message: quote }]) {
				const shown = await kept(create, () => {
					throw error as Error;
				});
				expect(shown).not.toMatch(/abcd ?EFGH|abcdefgh/i);
			}
		}
	});
});
