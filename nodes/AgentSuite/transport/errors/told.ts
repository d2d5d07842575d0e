/** What is told of a request without a result, as one Problem: of its last attempt, or why another one is not sent. */

import type { Problem, ProblemKind } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isThrottled, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { withAttempts } from './attempts';

/** The last attempt has failed, and there is no other one. @param outcomes of all attempts, with this one */
export const toldAttempt = (
	attempt: Failure,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => withAttempts(toldFailure(attempt.problem), attempt, outcomes, request);

/**
 * The first attempt, or another one, is not sent. What is told, by the first row that fits:
 *
 *     why it is not sent                          the attempt that counts   told
 *     the end of the run, or nobody foresaw it    any                       why
 *     any other                                   none, or a 429            why, because a 429 just made it wait
 *     any other                                   another failure           that failure, and why
 *
 * @param outcomes of all attempts before it
 */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const attempt = attemptThatCounts(outcomes);
	const tell = (problem: Problem) => withAttempts(problem, attempt, outcomes, request);
	if (TOLD_ALONE.includes(why.kind)) return tell(why);
	if (!attempt?.problem || isThrottled(attempt)) return tell(why);
	return tell(toldFailure(attempt.problem, why));
}

const TOLD_ALONE: readonly ProblemKind[] = ['stopped', 'ended', 'unexpected'];

/** The last one. Before a 429, the last other one that reached the service: the 429 shows that a failure to reach it is over. */
function attemptThatCounts(outcomes: readonly Outcome[]): Outcome | undefined {
	const last = outcomes.at(-1);
	if (!last || !isThrottled(last)) return last;
	return outcomes.findLast((one) => !isThrottled(one) && one.fate !== 'unsent') ?? last;
}

/** @param next why it is not sent again, if that could have helped. By the `failure` of it, n8n decides whether to try again */
function toldFailure(failed: Problem, next?: Problem): Problem {
	const { description, forModel, retryAfterMs } = failed;
	// How long to wait is said once: by the next attempt, if that has a time.
	const asks =
		retryAfterMs && !next?.retryAfterMs
			? `The service asks you to wait ${durationInWords(retryAfterMs)}.`
			: '';
	if (!next) return failed.with({ description: sentences(asks, description) });
	// Without the detail of the next attempt, which can be a text of the service: a model gets a description unmarked.
	const nextAttempt = `Next attempt: ${sentence(next.headline)}`;
	return failed.with({
		description: sentences(asks, description, nextAttempt, next.description),
		forModel: next.forModel ?? forModel,
		failure: next.failure,
		retryAfterMs: next.retryAfterMs ?? retryAfterMs,
	});
}
