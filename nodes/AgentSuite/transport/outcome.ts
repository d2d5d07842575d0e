/** What a request came to: for the rate limits, for the budgets, and for the user. */

import { Problem, type RequestFacts } from '../model/problem';
import { isRecord } from '../model/record';
import { sentence } from '../model/words';
import type { Call, Run } from './call';
import type { Failure } from './errors/failure';
import { serviceText } from './errors/serviceText';
import type { Charge } from './pacing/budget';
import type { Progress } from './progress';
import type { Reply } from './rateLimiter/rateLimiter';
import type { Reception } from './receive';
import { secretsOf } from './secrecy/callSecrets';

/** How the request counts for the rate limits. @param result undefined if it was not sent */
export function replyOf(result: Reception | undefined): Reply {
	if (result === undefined) return 'unsent';
	if ('body' in result) return 'answered';
	const { problem, retry, retryAfterMs } = result.failure;
	if (problem.kind === 'connection') return 'lost';
	if (retry === 'throttled') return { retryAfterMs };
	return 'answered';
}

/** What the request cost. @param result undefined if it was not sent */
export function chargeOf(result: Reception | undefined): Charge {
	if (result === undefined) return 'no';
	return 'body' in result ? 'yes' : result.failure.charged;
}

/** A stop of n8n after an attempt that might have been processed. n8n has to see the stop, so the rest follows it. */
function stoppedAfter({ message, description, facts }: Problem, stop: Problem): Problem {
	const stopped = stop.with({
		description: `${stop.description} Before that: ${sentence(message)} ${description}`,
	});
	stopped.facts = facts;
	return stopped;
}

/**
 * The Problem of a request of which an attempt could not be sent: what matters more to the user.
 * @param last how the attempt before it ended
 * @param unsent why this one was not sent
 */
export function finalProblem(last: Failure | undefined, unsent: unknown, { halt }: Run): unknown {
	if (last === undefined) return unsent;
	// After a 429, `acquireSlot` has put its text into this one.
	if (last.retry === 'throttled') return unsent;
	const isStop = unsent instanceof Problem && unsent.kind === 'stopped';
	// For example the time of a poll is over: the failure that is tried again says more.
	if (!isStop) return last.problem;
	// Another item has ended the run, and its error is shown.
	if (halt.isConsequence(unsent)) return unsent;
	return last.processed === 'perhaps' ? stoppedAfter(last.problem, unsent) : unsent;
}

/** The charges of a request, over all attempts. @param charged on the response that was a success */
function tokensText(charged: number, { perhapsCharged }: Progress): string {
	if (charged + perhapsCharged === 0) return 'none charged';
	const perhaps = `${perhapsCharged}${charged > 0 ? ' more' : ''} might have been charged`;
	return [charged > 0 && `${charged} charged`, perhapsCharged > 0 && perhaps]
		.filter(Boolean)
		.join(', ');
}

/** @param response what the service says */
export function factsOf(
	{ request }: Call,
	progress: Progress,
	response?: string,
	charged = 0,
): RequestFacts {
	return {
		request: `${request.method} ${new URL(request.url).pathname}`,
		...(response && { response }),
		tokens: tokensText(charged, progress),
	};
}

/** The Problem of a success that is none, with what the service says in it. */
export function noSuccessOf(
	error: unknown,
	body: unknown,
	call: Call,
	progress: Progress,
): unknown {
	if (!(error instanceof Problem)) return error;
	const detail = isRecord(body) ? serviceText(body, secretsOf(call)) : undefined;
	const problem = error.with({ detail });
	problem.facts = factsOf(call, progress, detail, call.operation.tokens);
	return problem;
}
