/**
 * What is told of a request without a result, as one Problem:
 *
 *     headline and detail   of the last attempt that has failed, or if none has, why there is no result
 *     description           what to do if an attempt might have been processed
 *                           how long the service asks to wait, if no other attempt was to follow
 *                           what to do about the headline
 *                           "Next attempt: …", why another one is not sent
 *     facts                 what was sent, and what it cost (attempts.ts)
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
	// A 429 has not failed: it only made the request wait.
	const failed = outcomes.findLast((outcome) => !isThrottled(outcome));
	const attempt = failed ?? outcomes.at(-1);
	const problem = end instanceof NotSent ? withNext(failed?.problem, end) : withPause(end);
	const doubt = doubtOf(outcomes, request);
	return problem.with({
		description: sentences(doubt, problem.description),
		// A model reads it in place of the description.
		forModel: problem.forModel && sentences(doubt, problem.forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

/** The last failure, and why no other attempt follows it. Only the latter if there was none, or nothing more is sent in the run. */
function withNext(last: Problem | undefined, next: NotSent): Problem {
	if (!last || next.isFinal) return next;
	const { description, forModel, failure } = last;
	return last.with({
		description: sentences(
			description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(next.headline)}`,
			next.description,
		),
		forModel: next.forModel ?? forModel,
		// The cause is that of the failure, the time that of the next attempt, if it has one.
		failure: failure && { ...failure, ...next.failure, cause: failure.cause },
	});
}

/** The last failure, and how long the service asks to wait after it. */
function withPause(last: Problem): Problem {
	const { retryAfterMs } = last.failure ?? {};
	if (!retryAfterMs) return last;
	const asks = `The service asks you to wait ${inWords(retryAfterMs)}.`;
	return last.with({ description: sentences(asks, last.description) });
}
