/** What is told of a request without a result, as one Problem: of its last attempt, or why another one is not sent. */

import type { Problem, ProblemKind } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import type { Failure, Outcome } from '../outcomes/outcome';
import { withAttempts, type Attempts } from './attempts';

/** The last attempt has failed, and there is no other one. @param attempts all of them, with this one */
export const toldAttempt = (last: Failure, attempts: Attempts): Problem =>
	withAttempts(withWait(last.problem), last, attempts);

/**
 * The first attempt, or another one, is not sent. What is told is the failure that counts, and why there is no other attempt. Only why, if
 * no failure counts, or it is the end of the run, or nobody foresaw it.
 * @param attempts all before it
 */
export function toldNotSent(why: Problem, attempts: Attempts): Problem {
	const { outcomes } = attempts;
	const failed = failureThatCounts(outcomes);
	const isToldAlone = !failed || TOLD_ALONE.includes(why.kind);
	const problem = isToldAlone ? why : withNext(failed.problem, why);
	return withAttempts(problem, failed ?? outcomes.at(-1), attempts);
}

const TOLD_ALONE: readonly ProblemKind[] = ['stopped', 'ended', 'unexpected'];

/**
 * The failure of a request that counts:
 *
 *     the last attempt    what counts
 *     none                none
 *     a 429               the last other one that reached the service. The 429 just made the request wait, and shows that a failure to
 *                         reach the service is over
 *     any other           that one
 */
function failureThatCounts(outcomes: readonly Outcome[]): Failure | undefined {
	const last = outcomes.at(-1);
	const isOver = (one: Outcome) =>
		one.fate === 'throttled' || (one !== last && one.fate === 'unsent');
	return outcomes.findLast((one): one is Failure => one.problem !== undefined && !isOver(one));
}

/** Adds how long the service asks to wait. */
function withWait(failed: Problem): Problem {
	const { description, retryAfterMs } = failed;
	if (!retryAfterMs) return failed;
	const asks = `The service asks you to wait ${durationInWords(retryAfterMs)}.`;
	return failed.with({ description: sentences(asks, description) });
}

/** Adds why there is no other attempt, if that could have helped. By its `failure`, n8n decides whether to try again. */
function withNext(failed: Problem, next: Problem): Problem {
	// How long to wait is said once: by the next attempt, if that has a time.
	const told = next.retryAfterMs ? failed : withWait(failed);
	// Without the detail of the next attempt, which can be a text of the service: a model gets a description unmarked.
	const nextAttempt = `Next attempt: ${sentence(next.message)}`;
	return told.with({
		description: sentences(told.description, nextAttempt, next.description),
		forModel: next.forModel ?? told.forModel,
		failure: next.failure,
		retryAfterMs: next.retryAfterMs ?? told.retryAfterMs,
	});
}
