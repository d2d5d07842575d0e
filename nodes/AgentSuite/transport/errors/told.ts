/** What is told of a request without a result, as one Problem: of its last attempt, or why another one is not sent. */

import type { Problem, ProblemKind } from '../../model/problem';
import { durationInWords } from '../../texts/times';
import { sentence, sentences } from '../../texts/words';
import { isInDoubt, isThrottled, type Failure, type Outcome } from '../outcomes/outcome';
import type { Request } from '../request';
import { decisive, doubtOf, factsOf } from './attempts';

/** The last attempt has failed, and there is no other one. @param outcomes of all attempts, with this one */
export const toldAttempt = (
	attempt: Failure,
	outcomes: readonly Outcome[],
	request: Request,
): Problem => ofAll(withPause(attempt.problem), attempt, outcomes, request);

/** The first attempt, or another one, is not sent. @param outcomes of all attempts before it */
export function toldNotSent(why: Problem, outcomes: readonly Outcome[], request: Request): Problem {
	const attempt = decisive(outcomes);
	return ofAll(notSentAfter(why, attempt), attempt, outcomes, request);
}

/** Adds to a Problem what all attempts add to it. @param attempt whose facts it has */
function ofAll(
	problem: Problem,
	attempt: Outcome | undefined,
	outcomes: readonly Outcome[],
	request: Request,
): Problem {
	const doubt = doubtOf(outcomes, request);
	return problem.with({
		description: sentences(doubt, problem.description),
		forModel: problem.forModel && sentences(doubt, problem.forModel),
		inDoubt: outcomes.some(({ fate }) => isInDoubt(request.operation.effect, fate)),
		...(attempt && { facts: factsOf(attempt, outcomes, request) }),
	});
}

/** The Problem of an attempt, with how long the service asks to wait. */
function withPause(problem: Problem): Problem {
	const { retryAfterMs, description } = problem;
	if (!retryAfterMs) return problem;
	const asks = `The service asks you to wait ${durationInWords(retryAfterMs)}.`;
	return problem.with({ description: sentences(asks, description) });
}

/** If a request is not sent for these, what an earlier attempt came to is not told. */
const TOLD_ALONE: readonly ProblemKind[] = ['stopped', 'ended', 'unexpected'];

/**
 * The attempt that has failed, with its message and status, and then why no other one follows. n8n decides by the latter whether to
 * try again (`failure`). After a 429, only the latter: that only made the request wait.
 */
function notSentAfter(why: Problem, attempt?: Outcome): Problem {
	if (!attempt?.problem || isThrottled(attempt) || TOLD_ALONE.includes(why.kind)) return why;
	// How long to wait is said once.
	const failed = why.retryAfterMs ? attempt.problem : withPause(attempt.problem);
	return failed.with({
		description: sentences(
			failed.description,
			// Without its detail, which can be a text of the service: a model gets a description unmarked.
			`Next attempt: ${sentence(why.headline)}`,
			why.description,
		),
		forModel: why.forModel ?? failed.forModel,
		failure: why.failure,
		retryAfterMs: why.retryAfterMs ?? failed.retryAfterMs,
	});
}
