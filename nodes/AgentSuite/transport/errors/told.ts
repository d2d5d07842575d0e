/**
 * What is told of a request without a result, as one Problem:
 *
 *     its last attempt has failed, and there is no other one    its failure, and how long the service asks to wait
 *     an attempt is not sent, after a failure that counts       that failure, and why it is not sent
 *     the same, at the end of the run, or nobody foresaw why    why
 *     an attempt is not sent, and no failure counts             why
 */

import type { Problem } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import type { Failure, Outcome } from '../outcomes/outcome';
import { withAttempts, type Attempts } from './attempts';

/** The last attempt has failed, and there is no other one. @param attempts all of them, with this one */
export function toldAttempt(failure: Failure, attempts: Attempts): Problem {
	const { problem } = failure;
	const description = sentences(askedWait(problem), problem.description);
	return withAttempts(problem.with({ description }), failure, attempts);
}

/** The first attempt, or another one, is not sent. @param attempts all before it */
export function toldNotSent(why: Problem, attempts: Attempts): Problem {
	const { outcomes } = attempts;
	const failure = failureThatCounts(outcomes);
	const problem = failure && !isToldAlone(why) ? withWhy(failure.problem, why) : why;
	// If none counts, with the facts of the last attempt, which a person can report too.
	return withAttempts(problem, failure ?? outcomes.at(-1), attempts);
}

/** At the end of the run, or if nobody foresaw it. */
const isToldAlone = ({ kind }: Problem): boolean =>
	kind === 'stopped' || kind === 'ended' || kind === 'unexpected';

/** The last failure that is no 429, which just makes the request wait. */
const failureThatCounts = (outcomes: readonly Outcome[]): Failure | undefined =>
	outcomes.findLast((one): one is Failure => one.problem !== undefined && one.fate !== 'throttled');

/**
 * A failure, and why the next attempt is not sent. What is told has of them:
 *
 *     of the failure                  what happened: message, detail, kind, status, and the rest
 *     of both                         the description. How long to wait is said once: by why, if it has a time
 *     of why, or else the failure     what a model does, and after which time another request can succeed
 *     of why                          n8n's classification, by which n8n decides whether to try again
 */
const withWhy = (failure: Problem, why: Problem): Problem =>
	failure.with({
		description: sentences(
			!why.retryAfterMs && askedWait(failure),
			failure.description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(why.message)}`,
			why.description,
		),
		forModel: why.forModel ?? failure.forModel,
		retryAfterMs: why.retryAfterMs ?? failure.retryAfterMs,
		failure: why.failure,
	});

/** How long the service asks to wait. Empty if it does not. */
const askedWait = ({ retryAfterMs }: Problem): string =>
	retryAfterMs ? `The service asks you to wait ${durationInWords(retryAfterMs)}.` : '';
