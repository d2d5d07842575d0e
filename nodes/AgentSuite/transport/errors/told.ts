/**
 * What is told of a request without a result: that an attempt has failed, or if none has, why it is not sent. All of its attempts add
 * to it (attempts.ts).
 */

import type { Problem } from '../../model/problem';
import { inWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isThrottled, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { withAttempts } from './attempts';

/** A request has failed. @param outcomes of its attempts: the last one is told */
export function toldFailure(outcomes: readonly Outcome[], request: Request): Problem {
	const { problem } = outcomes.at(-1) as Failure;
	const waitMs = problem.failure?.retryAfterMs ?? 0;
	const asked = waitMs > 0 && `The service asks you to wait ${inWords(waitMs)}.`;
	const description = sentences(asked, problem.description);
	return withAttempts(problem.with({ description }), outcomes, request, outcomes.at(-1));
}

/** The response cannot be read. @param problem why not */
export const toldUnreadable = (
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => withAttempts(problem, outcomes, request, outcomes.at(-1));

/**
 * Another attempt of a request, or the first one, is not sent. The last failure is told with that, if there was one. A 429 is none: it
 * only made the request wait. If the run has ended, only that is told.
 */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const isOver = why.kind === 'stopped' || why.kind === 'unexpected';
	const failed = isOver ? undefined : outcomes.findLast((outcome) => !isThrottled(outcome));
	return failed?.problem
		? withAttempts(withNext(failed.problem, why), outcomes, request, failed)
		: withAttempts(why, outcomes, request, outcomes.at(-1));
}

/** A failure, and why the next attempt is not sent. */
function withNext(failed: Problem, why: Problem): Problem {
	const { description, forModel, failure } = failed;
	const retryAfterMs = why.failure?.retryAfterMs ?? failure?.retryAfterMs;
	// Without its detail, which can be a text of the service: a model gets a description unmarked.
	const next = `Next attempt: ${sentence(why.headline)}`;
	return failed.with({
		description: sentences(description, next, why.description),
		forModel: why.forModel ?? forModel,
		failure: failure && { ...failure, retryAfterMs },
	});
}
