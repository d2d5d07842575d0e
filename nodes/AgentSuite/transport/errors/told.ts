/**
 * What is told of a request without a result, as one Problem:
 *
 *     headline and detail   of the last attempt that has failed, or if none has, why there is no result
 *     description           what to do if an attempt might have been processed
 *                           how long the service asks to wait, unless another attempt would have to wait longer
 *                           what to do about the headline
 *                           "Next attempt: …", why another one is not sent
 *     facts                 what was sent, and what it cost (attempts.ts)
 */

import type { Problem } from '../../model/problem';
import { inWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isThrottled, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { doubtOf, factsOf, isAnyInDoubt } from './attempts';

/** A request has failed. @param outcomes of its attempts: the last one is told */
export function toldFailure(outcomes: readonly Outcome[], request: Request): Problem {
	const failed = outcomes.at(-1) as Failure;
	return told(failed.problem, outcomes, request, { failed });
}

/** The response cannot be read. @param problem why not */
export const toldUnreadable = (
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => told(problem, outcomes, request);

/**
 * Another attempt of a request, or the first one, is not sent. The last failure is told with that, if there was one. A 429 is none: it
 * only made the request wait. If the run has ended, only that is told.
 */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const isOver = why.kind === 'stopped' || why.kind === 'unexpected';
	const failed = isOver ? undefined : outcomes.findLast((outcome) => !isThrottled(outcome));
	return failed?.problem
		? told(failed.problem, outcomes, request, { failed, next: why })
		: told(why, outcomes, request);
}

/**
 * @param problem with the headline
 * @param failed the attempt that has failed with it, if it is of one
 * @param next why another attempt is not sent
 */
function told(
	problem: Problem,
	outcomes: readonly Outcome[],
	request: Request,
	{ failed, next }: { failed?: Failure; next?: Problem } = {},
): Problem {
	const { description, forModel, failure } = problem;
	const { effect } = request.operation;
	const last = outcomes.at(-1);
	const attempt = failed ?? last;
	const doubt = doubtOf(attempt, outcomes, request);
	// What an earlier attempt was asked to wait is over.
	const askedMs = failed && failed !== last ? 0 : (failure?.retryAfterMs ?? 0);
	const nextWaitMs = next?.failure?.retryAfterMs ?? 0;
	const waitMs = Math.max(askedMs, nextWaitMs);
	const advice = next?.forModel ?? forModel;
	return problem.with({
		description: sentences(
			doubt,
			failed && askedMs > nextWaitMs && `The service asks you to wait ${inWords(askedMs)}.`,
			description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			next && `Next attempt: ${sentence(next.headline)}`,
			next?.description,
		),
		// A model reads it in place of the description.
		forModel: advice && sentences(effect !== 'read' && doubt, advice),
		failure: failure && { cause: failure.cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) },
		inDoubt: isAnyInDoubt(outcomes, request),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}
