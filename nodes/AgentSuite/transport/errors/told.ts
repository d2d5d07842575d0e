/**
 * What is told of a request without a result, as one Problem:
 *
 *     headline, detail, status   of the last attempt that has failed, or if none has, why there is no result
 *     description                what to do if an attempt might have been processed
 *                                how long the service asks to wait, unless the next attempt has a time
 *                                what to do about the headline
 *                                "Next attempt: …", why another one is not sent
 *     forModel                   in place of that, for a model: the same doubt, then what it can do next
 *     failure                    the cause of the headline, and when another attempt can be sent
 *     inDoubt, facts             of all attempts: what was sent, and what it cost (attempts.ts)
 */

import type { Problem } from '../../model/problem';
import { inWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, isThrottled, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { doubtOf, factsOf } from './attempts';
import { NotSent } from './notSent';

/**
 * @param end why there is no result: the last attempt has failed, its response cannot be read, or the next one is not sent
 * @param outcomes of all attempts
 */
export function told(end: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	// A 429 only made the request wait.
	const last = outcomes.findLast((outcome) => !isThrottled(outcome));
	const problem = end instanceof NotSent ? notSentAfter(last?.problem, end) : failed(end);
	const doubt = doubtOf(outcomes, request);
	const attempt = last ?? outcomes.at(-1);
	return problem.with({
		description: sentences(doubt, problem.description),
		forModel: problem.forModel && sentences(doubt, problem.forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

/** The last attempt has failed: with how long the service asks to wait. */
function failed(problem: Problem): Problem {
	const { retryAfterMs } = problem.failure ?? {};
	if (!retryAfterMs) return problem;
	const asks = `The service asks you to wait ${inWords(retryAfterMs)}.`;
	return problem.with({ description: sentences(asks, problem.description) });
}

/** An earlier attempt has failed, and why no other follows it. */
function notSentAfter(earlier: Problem | undefined, next: NotSent): Problem {
	if (!earlier || next.hidesEarlier) return next;
	const { forModel, failure } = earlier;
	// How long to wait is said once.
	const first = next.failure?.retryAfterMs ? earlier : failed(earlier);
	return earlier.with({
		description: sentences(
			first.description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(next.headline)}`,
			next.description,
		),
		forModel: next.forModel ?? forModel,
		failure: failure && { ...failure, ...next.failure, cause: failure.cause },
	});
}
