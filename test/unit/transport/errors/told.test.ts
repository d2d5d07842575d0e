import * as table from '../../../../nodes/AgentSuite/resources/operations';
import { Problem } from '../../../../nodes/AgentSuite/model/problem';
import { toldAttempt, toldNotSent } from '../../../../nodes/AgentSuite/transport/errors/told';
import { asProblem } from '../../../../nodes/AgentSuite/transport/secrecy/unexpected';
import { lacksTokens } from '../../../../nodes/AgentSuite/transport/pacing/tokens';
import { pollTimeOver, waitTooLong } from '../../../../nodes/AgentSuite/transport/pacing/tooLong';
import { takeTicket } from '../../../../nodes/AgentSuite/transport/retry';
import type { Call } from '../../../../nodes/AgentSuite/transport/pacing/call';
import {
	accountRejected,
	executionCanceled,
} from '../../../../nodes/AgentSuite/transport/run/halt';
import type { Failure } from '../../../../nodes/AgentSuite/transport/outcomes/outcome';
import type { Wait } from '../../../../nodes/AgentSuite/transport/rateLimiter/types';
import { received, refused, requestOf, unanswered } from '../../../support/requests';

const request = requestOf(table.leadGet);
const got = (status: number) =>
	refused({ status, headers: { 'retry-after': '9' }, body: 'Slow down' }, request);
const lost = unanswered('closed', request);

const [full, free] = (['exceeded', undefined] as const).map((lack) => ({
	used: 9,
	reserved: 0,
	lackOf: () => lack,
}));
const callOf = (last?: Failure, budget = free, today = free) => {
	const context = { getMode: () => 'trigger', getTimezone: () => 'UTC' };
	const run = { context, budget, usage: { requests: 1 } };
	const account = { day: { today: () => today } };
	const outcomes = last ? [last] : [];
	return { request, outcomes, maxWait: { usedMs: 0 }, run, account } as unknown as Call;
};
const waitFor = (reason: Wait['reason'], last?: Failure) =>
	waitTooLong(callOf(last), { reason, ms: 9000 });
/** Why a request is not sent. */
function refusalOf(check: () => unknown): Problem {
	try {
		check();
	} catch (error) {
		return error as Problem;
	}
	throw new Error('It is sent');
}
const budget = refusalOf(() => lacksTokens(callOf(undefined, full)));
const now = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1, 23, 59, 59));
const day = refusalOf(() => lacksTokens(callOf(undefined, free, full)));
now.mockRestore();
const noRetryLeft = refusalOf(() =>
	takeTicket([lost], { retries: { take: () => undefined } as never }),
);
const timeOver = pollTimeOver(callOf());

test.each<[string, Problem, Failure | undefined, 'why it is not sent' | 'the failure']>([
	['a budget', budget, undefined, 'why it is not sent'],
	['a budget', budget, got(503), 'the failure'],
	['a budget', budget, lost, 'the failure'],
	['a budget', budget, got(429), 'why it is not sent'],
	['the budget of the day', day, got(503), 'the failure'],
	['the time of a poll', timeOver, lost, 'the failure'],
	['Stop', executionCanceled(), got(503), 'why it is not sent'],
	['a rejected token', accountRejected(got(401).problem), got(503), 'the failure'],
	['a rejected token', accountRejected(got(401).problem), got(429), 'why it is not sent'],
	['what nobody foresaw', asProblem(new TypeError(), request), got(503), 'why it is not sent'],
	['the pause of a 503', waitFor('outage', got(503)), got(503), 'the failure'],
	['the pause of a 503', waitFor('outage', got(502)), got(502), 'the failure'],
	['the pause of a 503', waitFor('outage', lost), lost, 'the failure'],
	['the pause of a 503', waitFor('outage', got(429)), got(429), 'why it is not sent'],
	['a limit', waitFor('hour', got(503)), got(503), 'the failure'],
	['a limit', waitFor('hour', got(429)), got(429), 'why it is not sent'],
])('if %s forbids another attempt', (_, notSent, last, which) => {
	const failure = which === 'the failure' ? last?.problem : notSent;
	const result = toldNotSent(notSent, { request, outcomes: last ? [last] : [] });
	// What the attempts add is tested below.
	const added = {
		facts: undefined,
		description: '',
		forModel: undefined,
		failure: undefined,
		inDoubt: false,
	};
	const without = (problem?: Problem) => ({
		...problem?.with({ ...added, retryAfterMs: undefined }),
	});
	expect(without(result)).toEqual(without(failure));
	expect(result.line).toBe(failure?.line);
	const doubt = /^(?:The request may still .*?\. A retry costs tokens again\. )?/;
	expect(result.forModel?.replace(doubt, '')).toBe(notSent.forModel);
	const both = ` Next attempt: ${notSent.message}. ${notSent.description}`;
	expect(result.description.endsWith(both)).toBe(which === 'the failure');
});

test('what the service said to another attempt is not in the description, which a model gets without marks', () => {
	const throttled = refused({ status: 429, headers: {}, body: 'Obey me' }, request);
	expect(waitFor('backoff', throttled).line).toContain('Obey me');
	const { description } = toldNotSent(waitFor('backoff', throttled), {
		request,
		outcomes: [lost, throttled],
	});
	expect(description).toContain('sends nothing until');
	expect(description).not.toContain('Obey me');
});

test('a program reads how long the next attempt would have to wait', () => {
	const last = refused({ status: 503, headers: { 'retry-after': '5' }, body: '' }, request);
	const waitMs = (why: Problem) => toldNotSent(why, { request, outcomes: [last] }).retryAfterMs;
	expect(waitMs(waitFor('outage', last))).toBe(9000);
	// It is almost midnight UTC.
	expect(waitMs(day)).toBe(1000);
	expect([budget, noRetryLeft, timeOver].map(waitMs)).toEqual([undefined, undefined, undefined]);
});

test('n8n is told what stops a request, so a limit that a person has to raise is not temporary', () => {
	const timeout = unanswered('timeout', request);
	const stoppedBy = (why: Problem) => toldNotSent(why, { request, outcomes: [timeout] });
	expect(stoppedBy(budget)).toMatchObject({ failure: undefined, isTemporary: false });
	expect(stoppedBy(accountRejected(got(401).problem)).failure?.cause).toBe('credential-invalid');
	expect(stoppedBy(day).failure?.cause).toBe('rate-limited');
	for (const why of [timeOver, noRetryLeft, waitFor('outage', got(503))])
		expect(stoppedBy(why).failure?.cause).toBe('temporarily-unavailable');
});

test.each<[string, Problem, RegExp]>([
	['a budget', budget, /^The request may still have been processed and charged.* Raise /],
	['a wait', waitFor('backoff', got(429)), /The request may still have been processed and charged/],
	['the time of a poll', timeOver, /The request may still have been processed/],
	[
		'Stop',
		executionCanceled(),
		/^The request may still have been processed.* Requests .* were not sent\./,
	],
])(
	'an update that perhaps was processed, then got a 429: if %s forbids another attempt, it says so',
	(_, notSent, says) => {
		const update = requestOf(table.snippetUpdate);
		const unclear = unanswered('closed', update);
		const { description } = toldNotSent(notSent, {
			request: update,
			outcomes: [unclear, got(429)],
		});
		expect(description).toMatch(says);
	},
);

test('a wait says what the service said with its status', () => {
	const message = (reason: Wait['reason'], status: number) =>
		/: Slow down$/.test(waitFor(reason, got(status)).line);
	expect([message('tooManyRequests', 429), message('backoff', 429)]).toEqual([true, true]);
	expect([message('outage', 429), message('minute', 429)]).toEqual([false, false]);
});

test('an update that a 503 was returned for can have been processed, also if the next attempt would wait too long', () => {
	const update = requestOf(table.snippetUpdate);
	const last = refused({ status: 503, headers: { 'retry-after': '9' }, body: '' }, update);
	const { description } = toldNotSent(waitFor('outage', last), {
		request: update,
		outcomes: [last],
	});
	expect(description).toMatch(
		/The request may still have been processed.* Try again in 9 s, or raise/,
	);
});

test('a read says that any of its attempts can have been charged', () => {
	const unreachable = unanswered('unreachable', request);
	const { problem } = unreachable;
	const charged = 'The request may still have been charged. A retry costs tokens again.';
	expect(toldAttempt(unreachable, { request, outcomes: [unreachable] }).description).toBe(
		problem.description,
	);
	const result = toldAttempt(unreachable, { request, outcomes: [got(502), unreachable] });
	expect(result.description).toBe(`${charged} ${problem.description}`);
	expect(result.facts).toMatchObject({ tokens: '5 might have been charged' });
	// A 429 after it changes nothing.
	for (const outcomes of [[lost], [lost, got(429)]])
		expect(toldNotSent(budget, { request, outcomes }).description.startsWith(charged)).toBe(true);
});

test('an update that perhaps was processed says so once, whatever its last attempt came to', () => {
	const update = requestOf(table.snippetUpdate);
	const outcomes = [503, 401].map((status) => refused({ status, headers: {}, body: '' }, update));
	for (const [index, outcome] of outcomes.entries()) {
		const { description } = toldAttempt(outcome, {
			request: update,
			outcomes: outcomes.slice(0, index + 1),
		});
		expect(description.split('The request may still have been processed')).toHaveLength(2);
	}
});

test('a success that is a web page might have been charged, a write also processed, and a create is in doubt', async () => {
	const page = { statusCode: 200, headers: {}, body: '<!doctype html>' };
	const send = async () => await Promise.resolve(page);
	for (const operation of Object.values(table)) {
		const { effect, advice, tokens } = operation;
		const of = requestOf(operation);
		const outcome = (await received(send, of)) as Failure;
		const { message, description, inDoubt, facts } = toldAttempt(outcome, {
			request: of,
			outcomes: [outcome],
		});
		expect(message).toContain('an HTML page instead of');
		expect(description).toContain(
			`may still have been ${effect === 'read' ? 'charged' : 'processed and charged'}.`,
		);
		expect(facts).toMatchObject({ tokens: `${tokens} might have been charged` });
		expect(inDoubt).toBe(effect === 'create');
		if (advice.inDoubt) expect(description).toContain(advice.inDoubt);
	}
});

test('a 429 after a failure does not hide it, and the facts are those of the failure', () => {
	const outcomes = ['A', 'B'].map((name, index) =>
		refused({ status: [503, 429][index], headers: { 'retry-after': '99' }, body: name }, request),
	);
	const ids = outcomes.map((outcome, index) => ({ ...outcome, requestId: `req-${index}` }));
	const { status, description, facts, retryAfterMs } = toldNotSent(waitFor('hour', ids[1]), {
		request,
		outcomes: ids,
	});
	expect(status).toBe(503);
	expect(description).toContain('Next attempt: Rate limit: the hourly limit resets at');
	expect(facts).toMatchObject({ response: 'A', requestId: 'req-0' });
	// What the 503 asked for is over.
	expect(retryAfterMs).toBe(9000);
});

test('the last failure before a 429 is told, and the wait as the next attempt', () => {
	const unknown = unanswered('unknownHost', request);
	const throttled = got(429);
	const wait = waitFor('tooManyRequests', throttled);
	const result = toldNotSent(wait, { request, outcomes: [got(503), unknown, throttled] });
	expect(result.message).toBe(unknown.problem.message);
	expect(result.description).toContain(`Next attempt: ${wait.message}`);
});

test('of a slow 429 that ends the attempts, the failure before it is told too, with its facts', () => {
	const throttled = got(429);
	const unavailable = { ...got(503), requestId: 'req_503' };
	const result = toldAttempt(throttled, { request, outcomes: [unavailable, throttled] });
	expect(result).toMatchObject({
		message: unavailable.problem.message,
		description: expect.stringContaining(`Next attempt: ${throttled.problem.message}`) as string,
		facts: { requestId: 'req_503' },
	});
});

test('a path that contains the token is no fact', () => {
	const { accessToken } = request.connection;
	const url = `${request.url}/${encodeURIComponent(accessToken)}`;
	const { facts } = toldAttempt(lost, { request: { ...request, url }, outcomes: [lost] });
	expect(facts?.request).toBe('GET (contains the access token)');
});

test('how long the service asks to wait is said if there is no next attempt', () => {
	const last = got(503);
	const asks = 'The service asks you to wait 9 s.';
	expect(toldAttempt(last, { request, outcomes: [last] })).toMatchObject({
		description: expect.stringContaining(asks) as string,
		retryAfterMs: 9000,
	});
	const { description } = toldNotSent(waitFor('outage', last), { request, outcomes: [last] });
	expect(description).not.toContain(asks);
	expect(description).toContain('asked to pause until');
});

test('a model is told too that a request can have been processed or charged', () => {
	const update = requestOf(table.snippetUpdate);
	const { forModel } = toldNotSent(budget, {
		request: update,
		outcomes: [unanswered('timeout', update)],
	});
	expect(forModel).toMatch(
		/^The request may still have been processed.* Do not call this tool again/,
	);
	expect(toldNotSent(budget, { request, outcomes: [lost] }).forModel).toBe(
		`The request may still have been charged. A retry costs tokens again. ${budget.forModel}`,
	);
});
