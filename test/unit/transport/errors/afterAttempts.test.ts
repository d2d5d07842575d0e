import { leadGet, snippetUpdate } from '../../../../nodes/AgentSuite/resources/operations';
import type { Problem } from '../../../../nodes/AgentSuite/model/problem';
import {
	accountRejected,
	executionCanceled,
	maxTokensExceeded,
	runEnded,
	tokensPerDayExceeded,
} from '../../../../nodes/AgentSuite/transport/errors/notSent';
import {
	failureToTell,
	withAttempts,
} from '../../../../nodes/AgentSuite/transport/errors/afterAttempts';
import {
	pollTimeOver,
	waitTooLong,
} from '../../../../nodes/AgentSuite/transport/errors/waitTooLong';
import { failedOutcome, lostOutcome } from '../../../../nodes/AgentSuite/transport/outcomeOf';
import type { Failure } from '../../../../nodes/AgentSuite/transport/outcomes/outcome';
import type { TimedReason } from '../../../../nodes/AgentSuite/transport/rateLimiter/types';
import { requestOf } from '../../../support/requests';

const request = requestOf(leadGet);
const got = (status: number) =>
	failedOutcome({ status, headers: { 'retry-after': '9' }, body: 'Slow down' }, request);
const lost = lostOutcome('closed', request);

const waitFor = (reason: TimedReason, last?: Failure) =>
	waitTooLong({
		reason,
		leftMs: 9000,
		waitedMs: 0,
		request,
		last,
		timezone: 'UTC',
		isManual: false,
		reached: '',
	});
const tally = { used: 9, reserved: 0 };
const budget = maxTokensExceeded(tally, request, '');
const day = tokensPerDayExceeded(tally, request, '', 1000);

test.each<[string, unknown, Failure | undefined, 'why it is not sent' | 'the failure']>([
	['a budget', budget, undefined, 'why it is not sent'],
	['a budget', budget, got(503), 'the failure'],
	['a budget', budget, lost, 'the failure'],
	['a budget', budget, got(429), 'why it is not sent'],
	['the budget of the day', day, got(503), 'the failure'],
	['the time of a poll', pollTimeOver(false), lost, 'the failure'],
	['Stop', executionCanceled(), got(503), 'why it is not sent'],
	['another item', runEnded(), lost, 'why it is not sent'],
	['a rejected token', accountRejected(got(401).problem), got(503), 'the failure'],
	['what nobody foresaw', new TypeError(), got(503), 'the failure'],
	['the pause of a 503', waitFor('outage', got(503)), got(503), 'why it is not sent'],
	['the pause of a 503', waitFor('outage', got(502)), got(502), 'the failure'],
	['the pause of a 503', waitFor('outage', lost), lost, 'the failure'],
	['the pause of a 503', waitFor('outage', got(429)), got(429), 'why it is not sent'],
	['a limit', waitFor('hour', got(503)), got(503), 'the failure'],
	['a limit', waitFor('hour', got(429)), got(429), 'why it is not sent'],
])('if %s forbids another attempt', (_, notSent, last, told) => {
	const failure = told === 'the failure' ? last?.problem : notSent;
	expect(failureToTell(notSent, last)).toBe(failure);
});

test.each<[string, Problem, RegExp]>([
	['a budget', budget, /^Raise .* The request may still have been processed and charged/],
	['a wait', waitFor('backoff', got(429)), /The request may still have been processed and charged/],
	['the time of a poll', pollTimeOver(false), /The request may still have been processed/],
	['Stop', executionCanceled(), /^Requests that were still waiting were not sent\.$/],
])(
	'an update that perhaps was processed, then got a 429: if %s forbids another attempt, it says so',
	(_, notSent, says) => {
		const update = requestOf(snippetUpdate);
		const unclear = lostOutcome('closed', update);
		const told = failureToTell(notSent, got(429));
		const { description } = withAttempts(told, [unclear, got(429)], update) as Problem;
		expect(description).toMatch(says);
	},
);

test('a wait says what the service said with its status', () => {
	const message = (reason: TimedReason, status: number) =>
		/: Slow down$/.test(waitFor(reason, got(status)).message);
	expect([message('outage', 503), message('backoff', 429)]).toEqual([true, true]);
	expect([message('outage', 429), message('minute', 429)]).toEqual([false, false]);
});

test('an update that a 503 was returned for can have been processed, also if the next attempt would wait too long', () => {
	const update = requestOf(snippetUpdate);
	const last = failedOutcome({ status: 503, headers: { 'retry-after': '9' }, body: '' }, update);
	const told = failureToTell(waitFor('outage', last), last);
	const { description } = withAttempts(told, [last], update) as Problem;
	expect(description).toMatch(/^Try again in 9 s.* The request may still have been processed/);
});

test('a read that perhaps was charged says so if it is not sent, and leaves it to the facts if its last attempt failed', () => {
	const tried = [got(502), failedOutcome({ status: 404, headers: {}, body: '' }, request)];
	const failed = withAttempts(tried[1].problem, tried, request) as Problem;
	expect(failed.description).toBe(tried[1].problem.description);
	expect(failed.facts).toMatchObject({ tokens: '10 might have been charged' });
	const { description } = withAttempts(budget, [lost, got(429)], request) as Problem;
	expect(description).toMatch(/ The request may still have been charged\. Try again later\.$/);
});

test('a success whose records cannot be read was processed, so an earlier attempt leaves no doubt', () => {
	const update = requestOf(snippetUpdate);
	const done = { fate: 'done', status: 200, body: {} } as const;
	const unread = budget.with({ kind: 'response' });
	const { description } = withAttempts(unread, [lost, done], update) as Problem;
	expect(description).toBe(unread.description);
});
