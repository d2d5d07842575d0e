/**
 * What is told of a request without a result, as one Problem:
 *
 *     headline, detail, status   of the last attempt that has failed, or if none has but with 429, or Stop came, why there is no result
 *     description                what to do if an attempt might have been processed
 *                                how long the service asks to wait, unless the next attempt has a time
 *                                what to do about the headline
 *                                "Next attempt: …", why another one is not sent
 *     forModel                   in place of that, for a model: the same doubt, then what it can do next
 *     failure                    the cause of the headline
 *     retryAfterMs               when another attempt can be sent
 *     inDoubt, facts             of all attempts: what was sent, and what it cost (attempts.ts)
 */

import type { Problem } from '../../model/problem';
import { inWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, isThrottled, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { doubtOf, factsOf } from './attempts';
import type { NotSent } from './notSent';

/** A request has failed, or its response cannot be read. @param outcomes of all attempts */
export const toldFailure = (
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => withAttempts(withPause(problem), outcomes, request);

/**
 * A request, or another attempt of it, is not sent. What an earlier attempt came to is told first, if there was one. A 429 is none: it
 * only made the request wait.
 */
export function toldNotSent(
	next: NotSent,
	outcomes: readonly Outcome[],
	request: Request,
): Problem {
	const told = toldAttempt(outcomes);
	const earlier = !told || isThrottled(told) || next.hidesEarlier ? undefined : told.problem;
	return withAttempts(earlier ? withNext(earlier, next) : next, outcomes, request);
}

/** The attempt that is told: the last one that was no 429, or else the last one. */
const toldAttempt = (outcomes: readonly Outcome[]): Outcome | undefined =>
	outcomes.findLast((outcome) => !isThrottled(outcome)) ?? outcomes.at(-1);

/** With how long the service asks to wait. */
function withPause(problem: Problem): Problem {
	const { retryAfterMs } = problem;
	if (!retryAfterMs) return problem;
	const asks = `The service asks you to wait ${inWords(retryAfterMs)}.`;
	return problem.with({ description: sentences(asks, problem.description) });
}

/** With why no other attempt follows. */
function withNext(earlier: Problem, next: NotSent): Problem {
	// How long to wait is said once.
	const { description } = next.retryAfterMs ? earlier : withPause(earlier);
	return earlier.with({
		description: sentences(
			description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(next.headline)}`,
			next.description,
		),
		forModel: next.forModel ?? earlier.forModel,
		retryAfterMs: next.retryAfterMs ?? earlier.retryAfterMs,
	});
}

/** With what all attempts add: doubt and facts. */
function withAttempts(problem: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const doubt = doubtOf(outcomes, request);
	const attempt = toldAttempt(outcomes);
	return problem.with({
		description: sentences(doubt, problem.description),
		forModel: problem.forModel && sentences(doubt, problem.forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}
