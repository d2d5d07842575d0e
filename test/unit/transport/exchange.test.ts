import { Readable } from 'node:stream';

import * as table from '../../../nodes/AgentSuite/resources/operations';
import type { Operation } from '../../../nodes/AgentSuite/model/operation';
import { exchange } from '../../../nodes/AgentSuite/transport/exchange';
import { outcomeOf } from '../../../nodes/AgentSuite/transport/outcomeOf';
import { toldAttempt } from '../../../nodes/AgentSuite/transport/errors/told';
import { isInDoubt } from '../../../nodes/AgentSuite/transport/outcomes/outcome';
import { verdictOf } from '../../../nodes/AgentSuite/transport/outcomes/verdict';
import type {
	Head,
	HttpResponse,
	Received,
} from '../../../nodes/AgentSuite/transport/receive/receive';
import { refused, requestOf } from '../../support/requests';

/** What a response came to, and what is told of it. */
function rejected(operation: Operation, response: Partial<HttpResponse>) {
	const whole = { status: 400, headers: {}, body: '', ...response };
	const request = requestOf(operation);
	const outcome = refused(whole, request);
	return {
		...outcome,
		problem: toldAttempt(outcome, { request, outcomes: [outcome] }),
	};
}

describe('the problem of a status', () => {
	const operations = Object.values(table);
	const problem = (status: number, body: unknown = { message: 'Why.' }, headers = {}) =>
		rejected(table.leadGetAll, { status, headers, body }).problem;

	test('tells n8n how to classify it', () => {
		const cause = (status: number) => problem(status).failure?.cause;
		expect(cause(401)).toBe('credential-invalid');
		expect(cause(402)).toBe('quota-exhausted');
		expect(cause(407)).toBe('configuration-invalid');
		expect(cause(429)).toBe('rate-limited');
		expect(cause(400)).toBeUndefined();
		for (const status of [500, 501, 502, 599])
			expect(cause(status)).toBe('temporarily-unavailable');
	});

	test('advises a model only where it can do something, and else it tells the user', () => {
		const adviceFor = (status: number, operation: Operation) =>
			rejected(operation, { status }).problem.forModel;
		for (const status of [400, 413, 422])
			expect(adviceFor(status, table.leadGet)).toMatch(/^Correct the values/);
		expect(adviceFor(404, table.leadGet)).toBe(
			`If you chose the ID, correct it and call the tool again. Otherwise, tell the user: ${table.leadGet.advice[404]}`,
		);
		for (const status of [302, 401, 402, 403, 407, 500, 503])
			expect(adviceFor(status, table.leadGet)).toBeUndefined();
		expect(adviceFor(404, table.leadGetAll)).toBeUndefined();
	});

	test('of a 403 names the role that the token needs, if the operation needs one', () => {
		const advice = (operation: Operation) =>
			rejected(operation, { status: 403 }).problem.description;
		expect(advice(table.leadGet)).toBe('Generate a new token, and paste it into the credential.');
		expect(advice(table.billingGetActiveUsers)).toBe(
			'Generate a new token as an administrator, and paste it into the credential.',
		);
	});

	test('separates a missing record from a wrong address', () => {
		const record = rejected(table.leadGet, { status: 404 }).problem;
		expect(record.message).toBe('The record was not found');
		expect(record.failure).toBeUndefined();
		expect(problem(404).failure?.cause).toBe('configuration-invalid');
	});

	test('of a request that might have been processed says what to do, by its effect', () => {
		for (const operation of operations) {
			const { description } = rejected(operation, { status: 503 }).problem;
			const next = {
				read: 'still have been charged. A retry costs tokens again.',
				update: 'processed and charged. You can safely retry it.',
				create: 'processed and charged. Check before you retry.',
			};
			for (const [effect, text] of Object.entries(next)) {
				expect(description.includes(text)).toBe(operation.effect === effect);
			}
			expect(description).toMatch(/If this keeps happening, contact the service's support team\.$/);
			expect(description.includes('run SEO Platform: Get Many')).toBe(
				operation === table.seoPlatformCreate,
			);
		}
	});

	test('of a redirect to an address with the token does not name it', () => {
		const headers = { location: 'https://agst_1234.example.com/' };
		const { line: message } = rejected(table.leadGetAll, { status: 302, headers }).problem;
		expect(message).toBe('The base URL redirects');
	});

	test('of a redirect to the result of a write says what to check, and what is in doubt', () => {
		const { description } = rejected(table.seoPlatformCreate, { status: 303 }).problem;
		expect(description).toMatch(
			/ Check before you retry\. To see whether .* Check the base URL in the credential/,
		);
	});

	test.each([
		['https://elsewhere.example.com/login?token=1', ' to https://elsewhere.example.com'],
		['/login', ''],
		['https://api.example.com/login', ''],
		['javascript:alert(1)', ''],
		['myapp://open', ''],
		[undefined, ''],
		['not a url', ''],
	])('of a redirect to %j', (location, expected) => {
		const body = 'Found. Redirecting to https://login.test/?ticket=1234';
		const { line: message, failure } = problem(302, body, { location });
		expect(message).toBe(`The base URL redirects${expected}`);
		expect(message).not.toContain('null');
		expect(failure?.cause).toBe('configuration-invalid');
	});

	test('of any other status names no address of its headers', () => {
		const { line: message } = problem(400, '', { location: 'https://elsewhere.example.com/' });
		expect(message).toBe('The service rejected the request (HTTP 400)');
	});
});

test.each([
	[418, 'rejected', undefined, 'The service rejected the request (HTTP 418)'],
	[599, 'unclear', 'often', 'The service is currently unavailable (HTTP 599)'],
	[999, 'unclear', undefined, 'The service is currently unavailable (HTTP 999)'],
	[308, 'turnedAway', undefined, 'The base URL redirects'],
])(
	'a %i, which has no meaning of its own, means what its class does',
	(status, fate, retry, message) => {
		const outcome = rejected(table.leadGet, { status });
		expect([outcome.fate, outcome.retry, outcome.problem.line]).toEqual([fate, retry, message]);
	},
);

describe('the message', () => {
	const texts = (status: number, body: unknown, operation: Operation = table.leadGet) => {
		const { line: message, description } = rejected(operation, { status, body }).problem;
		return [message, description];
	};
	const long = 'The name of this platform is too long. '.repeat(5).trim();
	const balance = 'The token balance is too low for this request';
	const rejectedBy = 'The service rejected the request (HTTP 422)';
	const noAccess = 'The access token has expired or does not allow this request';

	test.each([
		[401, 'jwt expired', 'The access token is missing or invalid: jwt expired'],
		[402, '5 needed, 0 left', `${balance}: 5 needed, 0 left`],
		[403, 'TOKEN_EXPIRED', `${noAccess}: TOKEN_EXPIRED`],
		[404, 'Lead not found', 'The record was not found: Lead not found'],
		[422, { message: 'The phone is required' }, `${rejectedBy}: The phone is required`],
		[422, 'The value {status} is not known', `${rejectedBy}: The value {status} is not known`],
		[422, long, `${rejectedBy}: ${long}`],
		[500, 'It broke', 'The service could not process the request (HTTP 500): It broke'],
		[502, 'It broke', 'The service is currently unavailable (HTTP 502): It broke'],
	])(
		'of %i with %j is %j: what happened, and the words of the service',
		(status, body, message) => {
			expect(texts(status, body)[0]).toBe(message);
		},
	);

	test.each([
		[304, '', 'A cache responded without a record'],
		[402, 'Payment Required', balance],
		[403, '', noAccess],
		[404, 'Error.', 'The record was not found'],
		[
			407,
			'<title>407 Proxy Authentication Required</title>',
			'The proxy between your n8n instance and the service requires a login',
		],
		[429, 'Too Many Requests', 'Rate limit: the service received too many requests'],
		[
			500,
			'<html><head><title>Error</title></head></html>',
			'The service could not process the request (HTTP 500)',
		],
		[502, '<title>502 Bad Gateway</title>', 'The service is currently unavailable (HTTP 502)'],
		[
			503,
			'HTTP 503: Service Temporarily Unavailable',
			'The service is currently unavailable (HTTP 503)',
		],
		[422, { error: 'Bad Request' }, rejectedBy],
		[422, { message: 'Ошибка: неверный номер' }, `${rejectedBy}: Ошибка: неверный номер`],
	])('of %i with %j is %j: without what the status says already', (status, body, message) => {
		expect(texts(status, body)[0]).toBe(message);
	});

	test('of a wrong address says so', () => {
		const body = 'No route GET /v1/agent/lead';
		expect(texts(404, body, table.leadGetAll)[0]).toBe(
			`The API was not found at this URL: ${body}`,
		);
	});

	test('after a request with secrets has no words of the service, and says what to check', () => {
		const [message, description] = texts(400, 'Wrong: abcd EFGH', table.seoPlatformCreate);
		expect(message).toBe('The service rejected the request (HTTP 400)');
		expect(description).toMatch(/^Check the name .* application password/);
		expect(description).not.toContain('abcd');
	});
});

describe('what a status means for the request', () => {
	const pauseOf = (head: Head) => verdictOf(head, 'read').pause;
	const meaning = (status: number, operation = table.seoPlatformCreate) => {
		const { fate, problem } = rejected(operation, { status });
		return `${fate} ${problem.inDoubt}`;
	};

	test('rejected before it was looked at: neither charged nor processed', () => {
		for (const status of [307, 308, 401, 402, 403, 407]) {
			expect(meaning(status)).toBe('turnedAway false');
		}
		expect(meaning(429)).toBe('throttled false');
	});

	test('rejected for what it contains: perhaps charged', () => {
		for (const status of [304, 400, 404, 409, 422]) expect(meaning(status)).toBe('rejected false');
	});

	test('5xx, and a redirect to the result of a write: perhaps processed', () => {
		for (const status of [101, 300, 301, 302, 303, 500, 502, 503, 504]) {
			expect(meaning(status)).toBe('unclear true');
		}
		expect(meaning(303, table.snippetUpdate)).toBe('unclear false');
		expect(meaning(303, table.leadGet)).toBe('turnedAway false');
	});

	test('401 and 402 reject the account, a 403 can be about a single record', () => {
		const endsAccount = (status: number) =>
			verdictOf({ status, headers: {} }, 'read').shows === 'rejectsAccount';
		expect([401, 402, 403, 404, 429, 500].filter(endsAccount)).toEqual([401, 402]);
	});

	test('what a proxy says of a service that is down is worth other attempts, that it has waited too long is worth one, what would be said again is not', () => {
		const retryOf = (status: number) => rejected(table.leadGet, { status }).retry;
		expect([502, 503, 506, 522].map(retryOf)).toEqual(Array(4).fill('often'));
		expect([408, 504, 524].map(retryOf)).toEqual(Array(3).fill('once'));
		expect([302, 400, 404, 500, 501, 505].map(retryOf)).toEqual(Array(6).fill(undefined));
	});

	test('a Retry-After of a 503 is said, and passed on', () => {
		for (const operation of [table.leadGet, table.seoPlatformCreate]) {
			const { problem } = rejected(operation, {
				status: 503,
				headers: { 'retry-after': '600' },
			});
			expect(problem.retryAfterMs).toBe(600_000);
			expect(problem.description).toMatch(/ The service asks you to wait 10 min\./);
		}
	});

	test('a Retry-After of 0 is not said', () => {
		const response = { status: 503, headers: { 'retry-after': '0' } };
		const { problem } = rejected(table.leadGet, response);
		expect(pauseOf(response)?.ms).toBe(0);
		expect(problem.description).toMatch(/^The request may still have been charged\./);
	});

	test('Retry-After counts for 429 and 503', () => {
		const asked = (status: number) => pauseOf({ status, headers: { 'retry-after': '7' } });
		expect([429, 503, 502, 500].map(asked)).toEqual([
			{ reason: 'tooManyRequests', ms: 7000 },
			{ reason: 'outage', ms: 7000 },
			undefined,
			undefined,
		]);
	});

	test.each(['the same', 'an hour ahead', 'an hour behind'])(
		'a date in Retry-After is compared with the clock of the service: %s',
		(clock) => {
			const hours = { 'the same': 0, 'an hour ahead': 1, 'an hour behind': -1 }[clock] ?? 0;
			const there = Math.floor(Date.now() / 1000) * 1000 + hours * 3_600_000;
			const inUtc = (date: number) => new Date(date).toUTCString();
			const headers = { date: inUtc(there), 'retry-after': inUtc(there + 30_000) };
			expect(pauseOf({ status: 429, headers })?.ms).toBe(30_000);
		},
	);

	test('a date in Retry-After counts if the service does not say what time it has', () => {
		const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() };
		expect(pauseOf({ status: 429, headers })?.ms).toBeGreaterThan(0);
	});

	test.each<Record<string, string>>([{}, { date: 'Wrong' }])(
		'the rate limiter and the user are told the same, however late the body comes: %j',
		async (dated) => {
			const body = new Readable({ read() {} });
			setTimeout(() => body.push(null), 20);
			const asked = new Date(Date.now() + 3_600_000).toUTCString();
			const headers = { ...dated, 'retry-after': asked };
			const pauses: unknown[] = [];
			const outcome = await exchange(
				async () => await Promise.resolve({ statusCode: 503, headers, body }),
				requestOf(table.leadGetAll),
				(_reply, pause) => pauses.push(pause?.ms),
			);
			expect(pauses).toEqual([outcome.problem?.retryAfterMs]);
		},
	);
});

test.each([
	['answered', [200, 400, 401, 404, 500]],
	['throttled', [429]],
	// A service that is down lets nothing through, and of others, a proxy can say it.
	['unanswered', [302, 304, 307, 407, 408, 502, 503, 504]],
] as const)('the rate limiter counts as %s: %j', async (expected, statuses) => {
	for (const statusCode of statuses) {
		const replies: string[] = [];
		const send = async () => await Promise.resolve({ statusCode, headers: {}, body: '' });
		await exchange(send, requestOf(), (reply) => replies.push(reply));
		expect([statusCode, ...replies]).toEqual([statusCode, expected]);
	}
});

test('after Stop, a success that has begun is unclear', async () => {
	const stop = new AbortController();
	const headers = { 'x-request-id': 'req-1' };
	const body = new Readable({ read() {} });
	const begun = async () => await Promise.resolve({ statusCode: 200, headers, body });
	const replies: string[] = [];
	const onReply = (reply: string) => {
		replies.push(reply);
		stop.abort();
	};
	const outcome = await exchange(begun, requestOf(), onReply, stop.signal);
	expect(replies).toEqual(['answered']);
	expect(outcome).toMatchObject({
		fate: 'unclear',
		status: 200,
		problem: expect.objectContaining({ kind: 'stopped' }) as unknown,
		requestId: 'req-1',
	});
});

test('what fails after a response has begun has reached the service, so a create is in doubt', () => {
	const head = { status: 200, headers: {} };
	for (const loss of ['unreachable', 'insecure'] as const) {
		const { effect } = table.seoPlatformCreate;
		const request = requestOf(table.seoPlatformCreate);
		const fates = [{ loss, head }, { loss }].map((received) => outcomeOf(received, request).fate);
		expect(fates).toEqual(['unclear', 'unsent']);
		expect(fates.map((fate) => isInDoubt(effect, fate))).toEqual([true, false]);
	}
});

test('a connection that closes after a response has begun is worth one more attempt, and before it several', () => {
	const head = { status: 200, headers: {} };
	const retryOf = (received: Received) => outcomeOf(received, requestOf()).retry;
	expect(retryOf({ loss: 'closed', head })).toBe('once');
	expect(retryOf({ loss: 'closed' })).toBe('often');
});
