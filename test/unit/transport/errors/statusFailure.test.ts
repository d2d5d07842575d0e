import fc from 'fast-check';

import * as table from '../../../../nodes/AgentSuite/resources/operations';
import type { SentRequest } from '../../../../nodes/AgentSuite/transport/errors/failure';
import { serviceText } from '../../../../nodes/AgentSuite/transport/errors/serviceText';
import { statusFailure } from '../../../../nodes/AgentSuite/transport/errors/statusFailure';
import { replyOf } from '../../../../nodes/AgentSuite/transport/outcome';

const said = (body: unknown, secrets: string[] = []) => serviceText(body, secrets);

test.each<[unknown, string]>([
	[undefined, ''],
	[null, ''],
	['', ''],
	[0, ''],
	[{}, ''],
	[[], ''],
	['No.', 'No.'],
	['  No.\n\tReally.  ', 'No. Really.'],
	['<html><head><title>Bad\ngateway</title>', 'Bad gateway'],
	['<p>No.</p>', ''],
	['<?xml version="1.0"?><e/>', ''],
	[{ message: 'No.', error: 'Bad Request' }, 'No.'],
	[{ message: '', error: 'Bad Request' }, 'Bad Request'],
	[{ message: ['A.', '', null, 'B.'] }, 'A.; B.'],
	[{ error: { message: 'No.' } }, 'No.'],
	[{ errors: { name: ['is short', 'is odd'] } }, 'name: is short; is odd'],
	[{ message: 'Wrong', errors: { phone: ['is required'] } }, 'Wrong (phone: is required)'],
	[{ error: { message: 'Wrong', errors: [{ msg: 'x', path: 'a' }] } }, 'Wrong (msg: x; path: a)'],
	[{ message: 'Wrong', errors: ['Wrong'] }, 'Wrong'],
	[{ message: 'Wrong', errors: [] }, 'Wrong'],
	[{ msg: 'bad phone' }, 'bad phone'],
	[{ message: 'Wrong', msg: 'bad phone' }, 'Wrong'],
	[{ detail: [{ loc: ['body'], msg: 'x' }] }, 'loc: body; msg: x'],
	[{ apiKey: 'not said' }, ''],
	['Wait\u0000 \u001b[31mred', 'Wait [31mred'],
	['half \ud83d of one', 'half of one'],
	['The run was canceled, Cancelled!', 'The run was called off, called off!'],
])('%j says %j', (body, text) => {
	expect(said(body)).toBe(text);
});

const WITHHELD = 'The reason contains a secret, so it is not shown';

test('a text with a secret, or with anything after Bearer, is not shown at all', () => {
	expect(said('token sk-1234 is wrong', ['sk-1234'])).toBe(WITHHELD);
	expect(said({ message: 'got "Bearer abc.def"' })).toBe(WITHHELD);
	expect(said({ message: 'No.', errors: { phone: 'not sk-1234' } }, ['sk-1234'])).toBe(WITHHELD);
	expect(said('authorization: bearer   xyz')).toBe(WITHHELD);
	for (const term of ['Bearer token required', 'No bearer authentication', 'the bearer'])
		expect(said(term)).toBe(term);
	// Three letters are in many words.
	expect(said('the abc', ['abc', ''])).toBe('the abc');
});

test('long texts and deep bodies are cut', () => {
	expect(said('x'.repeat(10_000))).toBe(`${'x'.repeat(300)}…`);
	expect(said('x'.repeat(300))).toBe('x'.repeat(300));
	const fifty = Array.from({ length: 50 }, () => 'x');
	expect(said(fifty)).toBe('x; x; x; x; x');
	const both = said({ message: 'm'.repeat(200), errors: { e: 'e'.repeat(200) } });
	expect(both).toBe(`${'m'.repeat(200)} (e: ${'e'.repeat(95)}…`);
	expect(said({ errors: { ...fifty } })).toBe('0: x; 1: x; 2: x; 3: x; 4: x');
	let deep: unknown = 'bottom';
	for (let level = 0; level < 10_000; level++) deep = { message: deep };
	expect(said(deep)).toBe('');
});

test('any body leads to one short line that cannot stop a run, and never throws', () => {
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.anything(), fc.string()), (body) => {
			const text = said(body);
			expect(text.length).toBeLessThanOrEqual(301);
			expect(text).not.toMatch(/[\n\r\0]|cancell?ed/i);
		}),
	);
});

test.each([
	['s3crtpass', String.raw`\u0073\u0033\u0063\u0072\u0074\u0070\u0061\u0073\u0073`],
	[
		's3/cr+t!pa=ss:word',
		'&#115;&#51;&#99;&#114;&#116;&#112;&#97;&#115;&#115;&#119;&#111;&#114;&#100;',
	],
	['abcd EFGH 1234 ijkl', 'abcd EFGH 1234 ijkl'],
	['abcd EFGH 1234 ijkl', `abcd EF${' '.repeat(400)}GH 1234 ijkl`],
])('no part of %s is shown, wherever the text would be cut', (secret, written) => {
	for (let before = 280; before < 310; before++) {
		const text = said({ message: `${'-'.repeat(before)}${written} at all` }, [secret]);
		expect(text).toBe(WITHHELD);
	}
	// Leading spaces do not move it beyond what is searched.
	for (let before = 9980; before < 10_010; before++) {
		expect(said(`${' '.repeat(before)}x ${written}`, [secret])).toBe(WITHHELD);
	}
});

test('a secret far behind what is shown does not matter', () => {
	expect(said(`No.${' '.repeat(20_000)}abcd1234`, ['abcd1234'])).toBe('No.…');
});

describe('the problem of a status', () => {
	const operations = Object.values(table);
	const problem = (status: number, body: unknown = { message: 'Why.' }, headers = {}) =>
		statusFailure(table.leadGetAll, { status, headers, body }, []).problem;

	test('tells n8n how to classify it', () => {
		const cause = (status: number) => problem(status).failure?.cause;
		expect(cause(401)).toBe('credential-invalid');
		expect(cause(402)).toBe('quota-exhausted');
		expect(cause(429)).toBe('rate-limited');
		expect(cause(400)).toBeUndefined();
		for (const status of [500, 501, 502, 599])
			expect(cause(status)).toBe('temporarily-unavailable');
	});

	test('advises a model only where it can do something, and else it tells the user', () => {
		const adviceFor = (status: number, operation: SentRequest['operation']) =>
			statusFailure(operation, { status, headers: {}, body: '' }, []).problem.forModel;
		for (const status of [400, 413, 422])
			expect(adviceFor(status, table.leadGet)).toMatch(/^Correct the values/);
		expect(adviceFor(404, table.leadGet)).toBe(table.leadGet.notFoundHint);
		for (const status of [302, 401, 402, 403, 500, 503])
			expect(adviceFor(status, table.leadGet)).toBeUndefined();
		expect(adviceFor(404, table.leadGetAll)).toBeUndefined();
	});

	test('separates a missing record from a wrong address', () => {
		const answer = { status: 404, headers: {}, body: '' };
		const record = statusFailure(table.leadGet, answer, []).problem;
		expect(record.message).toBe('The record was not found (HTTP 404)');
		expect(record.failure).toBeUndefined();
		expect(problem(404).failure?.cause).toBe('configuration-invalid');
	});

	test('of a write that might have been processed says to check first', () => {
		for (const operation of operations) {
			const { description } = statusFailure(
				operation,
				{ status: 503, headers: {}, body: '' },
				[],
			).problem;
			const [first, other] = ['Try again later.', 'Check before you retry.'];
			expect(description.includes(first)).toBe(operation.effect !== 'create');
			expect(description.includes(other)).toBe(operation.effect === 'create');
		}
	});

	test('of a redirect to an address with a secret does not name it', () => {
		const headers = { location: 'https://abcd1234.example.com/' };
		const { message } = statusFailure(table.leadGetAll, { status: 302, headers, body: '' }, [
			'abcd1234',
		]).problem;
		expect(message).toBe('The base URL redirects (HTTP 302)');
	});

	test.each([
		['https://elsewhere.example.com/login?token=1', ' to https://elsewhere.example.com'],
		['/login', ''],
		['javascript:alert(1)', ''],
		[undefined, ''],
		['not a url', ''],
	])('of a redirect to %j', (location, expected) => {
		const body = 'Found. Redirecting to https://login.test/?ticket=1234';
		const { message, failure } = problem(302, body, { location });
		expect(message).toBe(`The base URL redirects${expected} (HTTP 302)`);
		expect(message).not.toContain('null');
		expect(failure?.cause).toBe('configuration-invalid');
	});

	test('of any other status names no address of its headers', () => {
		const { message } = problem(400, '', { location: 'https://elsewhere.example.com/' });
		expect(message).toBe('The service rejected the request (HTTP 400)');
	});
});

describe('what a status means for the request', () => {
	const meaning = (status: number, operation = table.seoPlatformCreate) => {
		const { charged, processed, problem } = statusFailure(
			operation,
			{ status, headers: {}, body: '' },
			[],
		);
		return `${charged} ${processed} ${problem.inDoubt}`;
	};

	test('refused before it was looked at: neither charged nor processed', () => {
		for (const status of [300, 301, 304, 307, 308, 401, 402, 403, 429]) {
			expect(meaning(status)).toBe('no no false');
		}
	});

	test('refused for what it contains: perhaps charged', () => {
		for (const status of [400, 404, 409, 422]) expect(meaning(status)).toBe('perhaps no false');
	});

	test('5xx, and a redirect to the result of a write: perhaps processed', () => {
		for (const status of [101, 302, 303, 500, 502, 503, 504]) {
			expect(meaning(status)).toBe('perhaps perhaps true');
		}
		expect(meaning(303, table.snippetUpdate)).toBe('perhaps perhaps false');
		expect(meaning(303, table.leadGet)).toBe('no no false');
	});

	test.each([
		[401, 'No.', true],
		[402, 'No.', true],
		[403, 'The access token is expired', true],
		[403, { error: 'TOKEN_EXPIRED' }, true],
		[403, 'jwt expired', true],
		[403, 'Bearer eyJhbGciOiJIUzI1NiJ9 is an expired token', true],
		[403, 'Your API key has expired', true],
		[403, 'This lead has expired', false],
		[403, 'The token does not allow this', false],
		[403, '', false],
		[404, 'The token has expired', false],
	])('%i with %j ends the account: %j', (status, body, expected) => {
		const response = { status, headers: {}, body };
		expect(statusFailure(table.leadGet, response, []).endsAccount).toBe(expected);
	});

	test.each([
		[400, 'answered'],
		[401, 'answered'],
		[404, 'answered'],
		[429, { retryAfterMs: undefined }],
		[500, 'answered'],
		[502, 'answered'],
		[503, 'answered'],
	])('%i counts for the rate limits as %j', (status, expected) => {
		const failure = statusFailure(table.leadGet, { status, headers: {}, body: '' }, []);
		expect(replyOf({ failure })).toEqual(expected);
	});

	test('429 and what a proxy says of a service that is down are worth another attempt, a 500 is not', () => {
		const retryOf = (status: number) =>
			statusFailure(table.leadGet, { status, headers: {}, body: '' }, []).retry;
		expect([429, 502, 503, 504].map(retryOf)).toEqual([
			'throttled',
			...Array<string>(3).fill('unavailable'),
		]);
		expect([302, 400, 404, 408, 500, 501, 505].map(retryOf)).toEqual(Array(7).fill(undefined));
	});

	test('a Retry-After of a 503 is said, and passed on', () => {
		for (const operation of [table.leadGet, table.seoPlatformCreate]) {
			const { problem } = statusFailure(
				operation,
				{ status: 503, headers: { 'retry-after': '600' }, body: '' },
				[],
			);
			expect(problem.failure?.retryAfterMs).toBe(600_000);
			expect(problem.description).toMatch(/^The service asks you to wait 10 min\. /);
		}
	});

	test('a Retry-After of 0 is not said', () => {
		const response = { status: 503, headers: { 'retry-after': '0' }, body: '' };
		const { problem, retryAfterMs } = statusFailure(table.leadGet, response, []);
		expect(retryAfterMs).toBe(0);
		expect(problem.description).toMatch(/^Try again later\./);
	});

	test('Retry-After counts for 429 and 503', () => {
		const asked = (status: number) =>
			statusFailure(table.leadGet, { status, headers: { 'retry-after': '7' }, body: '' }, [])
				.retryAfterMs;
		expect([429, 503, 502, 500].map(asked)).toEqual([7000, 7000, undefined, undefined]);
	});

	test.each(['the same', 'an hour ahead', 'an hour behind'])(
		'a date in Retry-After is compared with the clock of the service: %s',
		(clock) => {
			const hours = { 'the same': 0, 'an hour ahead': 1, 'an hour behind': -1 }[clock] ?? 0;
			const there = Math.floor(Date.now() / 1000) * 1000 + hours * 3_600_000;
			const inUtc = (date: number) => new Date(date).toUTCString();
			const headers = { date: inUtc(there), 'retry-after': inUtc(there + 30_000) };
			const { retryAfterMs } = statusFailure(table.leadGet, { status: 429, headers, body: '' }, []);
			expect(retryAfterMs).toBe(30_000);
		},
	);

	test('a date in Retry-After counts if the service does not say what time it has', () => {
		const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() };
		const { retryAfterMs } = statusFailure(table.leadGet, { status: 429, headers, body: '' }, []);
		expect(retryAfterMs).toBeGreaterThan(0);
	});
});
